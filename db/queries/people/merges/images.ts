import type { ColumnValue } from "#fields/value.ts";
import { row, run, type Reading } from "../../../index.ts";
import type { TermTransaction } from "../../../term-transaction.ts";
import { STUDENT_TABLE_NAMES, STUDENT_TABLES, type StudentTableName } from "./student-tables.ts";

export type ImageRow = Readonly<Record<string, ColumnValue>>;

/** All rows of some students, by table: what there is to be merged or was imported, and what there was. */
export type Image = Readonly<Record<StudentTableName, readonly ImageRow[]>>;

type Asked<Name extends StudentTableName> = {
  keys: readonly number[];
  locked: boolean;
  tables?: readonly Name[];
};

/** @param locked nobody changes these rows, or adds one, until the transaction ends @param tables all unless said */
export async function studentsImage<Name extends StudentTableName = StudentTableName>(
  { keys, locked, tables }: Asked<Name>,
  t: Reading,
): Promise<Readonly<Record<Name, readonly ImageRow[]>>> {
  const names: readonly StudentTableName[] = tables ?? STUDENT_TABLE_NAMES;
  const found = await row<{ image: Image }>(
    `select jsonb_build_object(${names.map((name) => `'${name}', ${rowsOf(name, locked)}`).join(",\n")}) as image
      order by image`,
    { keys },
    t,
  );
  if (!found) throw new Error("students have no image");
  return found.image;
}

function rowsOf(name: StudentTableName, locked: boolean): string {
  const { student, key } = STUDENT_TABLES[name];
  const order = key.map((column) => `x.${column}`).join(", ");
  return `(select coalesce(jsonb_agg(to_jsonb(x) - 'search_text' order by ${order}), '[]')
             from (select x.* from ${name} x where ${student} = any ($keys::integer[])
                    order by ${order} ${locked ? "for update of x" : ""}) x)`;
}

type Rows = { name: StudentTableName; rows: readonly ImageRow[] };

/** Takes rows away, by their keys; lock them first. */
export async function removeRows({ name, rows }: Rows, t: TermTransaction): Promise<void> {
  if (rows.length === 0) return;
  await run(
    `delete from ${name} x using jsonb_populate_recordset(null::${name}, $rows::jsonb) i where ${isSame(name)}`,
    { rows: JSON.stringify(rows) },
    t,
  );
}

/** Puts rows in as they are, or those of their columns that are said. */
export async function addRows({ name, rows }: Rows, t: TermTransaction): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  await run(
    `insert into ${name} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${name}, $rows::jsonb)`,
    { rows: JSON.stringify(rows) },
    t,
  );
}

/** Gives rows, found by their keys, the values of these columns; lock them first. */
export async function changeRows(
  { name, rows, columns }: Rows & { columns: readonly string[] },
  t: TermTransaction,
): Promise<void> {
  if (rows.length === 0 || columns.length === 0) return;
  await run(
    `update ${name} x
        set ${columns.map((column) => `${column} = i.${column}`).join(", ")}
       from jsonb_populate_recordset(null::${name}, $rows::jsonb) i
      where ${isSame(name)}`,
    { rows: JSON.stringify(rows) },
    t,
  );
}

function isSame(name: StudentTableName): string {
  return STUDENT_TABLES[name].key.map((column) => `x.${column} = i.${column}`).join(" and ");
}

/** What no two students have: for a moment neither has it, so that two can exchange it. */
export function freeUnique({ key }: { key: number }, t: TermTransaction): Promise<void> {
  return run(
    `update students
        set student_id = '~' || id, birth_certificate_pin = '~' || id, serial_number = null, picture = null
      where id = $key`,
    { key },
    t,
  );
}
