import { STUDENT_TAB_FIELDS, type SelfSavingRecord, type SelfSavingTab } from "#fields/people/student.ts";
import type { ColumnValue } from "#fields/value.ts";
import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { overwriteColumnsSql } from "../parts.ts";

type Whose = { studentKey: number; tab: SelfSavingRecord };

const columnsOf = (tab: SelfSavingRecord) => [...STUDENT_TAB_FIELDS[tab].keys()];

/** The tables of the records. Each has one row for each student; the family's table has one for each relationship. */
const TABLES: Readonly<Record<SelfSavingRecord, { table: string; rows: string; keys: readonly string[] }>> = {
  personal: { table: "student_personal", rows: "s.id", keys: ["student_key"] },
  medical: { table: "student_medical", rows: "s.id", keys: ["student_key"] },
  family: {
    table: "student_family",
    rows: "generate_series(1, 4)",
    keys: ["student_key", "relationship"],
  },
  home: { table: "student_home", rows: "s.id", keys: ["student_key"] },
};

/** `row` is the student's key or, on the Family tab, the relationship. Version 0 means that nothing is stored yet. */
export type StudentTabRow = Record<string, ColumnValue> & { row: number; version: number };

export function listStudentTabRows({ studentKey, tab }: Whose, t: ReadTransaction): Promise<StudentTabRow[]> {
  const { table, rows: named } = TABLES[tab];
  const isOfRow = tab === "family" ? "and m.relationship = r.row" : "";
  return queryRows<StudentTabRow>(
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

/** Stores the values of a tab. Lock the student first. */
export function saveStudentTab(
  { studentKey, tab, row, columns }: Whose & { row: number; columns: Readonly<Record<string, ColumnValue>> },
  t: Transaction,
): Promise<void> {
  const { table, keys } = TABLES[tab];
  const written = Object.keys(columns);
  const all = [...keys, ...written].join(", ");
  return runQuery(
    `insert into ${table} (${all})
     select ${all} from jsonb_populate_record(null::${table}, $stored::jsonb)
     on conflict (${keys.join(", ")}) do update set ${overwriteColumnsSql(written)}`,
    { stored: JSON.stringify({ ...columns, student_key: studentKey, relationship: row }) },
    t,
  );
}

/** If an account reads the same record again within this time, the second reading is not logged. */
const SAME_READING_MINUTES = 10;

type ReadBy = {
  accountId: number;
  studentKeys: readonly number[];
  records: readonly Exclude<SelfSavingTab, "personal">[];
};

/** Logs that an account has read the medical or family data of students. */
export function logRecordViews(read: ReadBy, t: Transaction): Promise<void> {
  return runQuery(
    `insert into record_views (account_id, student_key, record)
     select $accountId, s.student_key, n.record
       from unnest($studentKeys::integer[]) s (student_key)
      cross join unnest($records::text[]) n (record)
      where not ${wasLoggedRecentlySql("s.student_key", "n.record")}
      order by s.student_key, n.record`,
    read,
    t,
  );
}

/** SQL condition: it was just logged that the bound account has read this part of the student's record. */
export function wasLoggedRecentlySql(studentKey: string, record: string): string {
  return `exists (select 1 from record_views v
                   where v.student_key = ${studentKey} and v.account_id = $accountId and v.record = ${record}
                     and v.at > now() - make_interval(mins => ${SAME_READING_MINUTES}))`;
}
