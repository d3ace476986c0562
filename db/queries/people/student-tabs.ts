import { TAB_FIELDS, type FieldTab } from "#fields/people/student.ts";
import type { ColumnValue } from "#fields/value.ts";
import { rows, run, type Reading, type Transaction } from "../../index.ts";
import { overwrite } from "../parts.ts";

type Whose = { studentKey: number; tab: FieldTab };

const columnsOf = (tab: FieldTab) => [...TAB_FIELDS[tab].keys()];

/** Each table has one row per student, except the family's, which has one per relationship. */
const TABLES: Readonly<Record<FieldTab, { table: string; rows: string; keys: readonly string[] }>> = {
  personal: { table: "student_personal", rows: "s.id", keys: ["student_key"] },
  medical: { table: "student_medical", rows: "s.id", keys: ["student_key"] },
  family: {
    table: "student_family",
    rows: "generate_series(1, 4)",
    keys: ["student_key", "relationship"],
  },
};

/** `row` is the student, or the relationship for the family; the version is 0 when nothing is stored yet. */
export type StudentTabRow = Record<string, ColumnValue> & { row: number; version: number };

export function listStudentTabRows({ studentKey, tab }: Whose, t: Reading): Promise<StudentTabRow[]> {
  const { table, rows: named } = TABLES[tab];
  const isOfRow = tab === "family" ? "and m.relationship = r.row" : "";
  return rows<StudentTabRow>(
    `select r.row, coalesce(m.version, 0) as version, ${columnsOf(tab)
      .map((column) => `m.${column}`)
      .join(", ")}
       from students s
      cross join lateral (select ${named} as row) r
       left join ${table} m on m.student_key = s.id ${isOfRow}
      where s.id = $studentKey
      order by r.row`,
    { studentKey },
    t,
  );
}

/** Lock the student first. */
export function saveStudentTab(
  { studentKey, tab, row, columns }: Whose & { row: number; columns: Readonly<Record<string, ColumnValue>> },
  t: Transaction,
): Promise<void> {
  const { table, keys } = TABLES[tab];
  const written = Object.keys(columns);
  const all = [...keys, ...written].join(", ");
  return run(
    `insert into ${table} (${all})
     select ${all} from jsonb_populate_record(null::${table}, $stored::jsonb)
     on conflict (${keys.join(", ")}) do update set ${overwrite(written)}`,
    { stored: JSON.stringify({ ...columns, student_key: studentKey, relationship: row }) },
    t,
  );
}

/** A second reading of the same record by the same account within this time is not logged again. */
const SAME_READING_MINUTES = 10;

type ReadBy = {
  accountId: number;
  studentKeys: readonly number[];
  records: readonly Exclude<FieldTab, "personal">[];
};

/** Logs who read the medical or family data of which students. */
export function logRecordViews(read: ReadBy, t: Transaction): Promise<void> {
  return run(
    `insert into record_views (account_id, student_key, record)
     select $accountId, s.student_key, n.record
       from unnest($studentKeys::integer[]) s (student_key)
      cross join unnest($records::text[]) n (record)
      where not ${wasLoggedRecently("s.student_key", "n.record")}
      order by s.student_key, n.record`,
    read,
    t,
  );
}

/** The bound account's reading of that record of the student was logged a moment ago. */
export function wasLoggedRecently(studentKey: string, record: string): string {
  return `exists (select 1 from record_views v
                   where v.student_key = ${studentKey} and v.account_id = $accountId and v.record = ${record}
                     and v.at > now() - make_interval(mins => ${SAME_READING_MINUTES}))`;
}
