import type { ColumnValue } from "#fields/value.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction } from "../../../index.ts";
import type { TermTransaction } from "../../../term-transaction.ts";
import {
  PEOPLE_TABLES,
  SNAPSHOT_TABLES,
  type PeopleTableName,
  type SnapshotTableName,
  STUDENT_TABLE_NAMES,
  STUDENT_TABLES,
  type PeopleTable,
  type StudentTableName,
} from "./tables.ts";

export type SnapshotRow = Readonly<Record<string, ColumnValue>>;

/** All rows of some students, by table, from before or after a merge or import. */
export type StudentRowSnapshot = Readonly<Record<StudentTableName, readonly SnapshotRow[]>>;

type Asked<Name extends PeopleTableName> = {
  keys: readonly number[];
  locked: boolean;
  tables: readonly Name[];
};

/** Reads the rows of people. @param params.locked true to keep others from changing or adding such rows meanwhile */
export async function readRowSnapshot<Name extends PeopleTableName>(
  { keys, locked, tables }: Asked<Name>,
  t: ReadTransaction,
): Promise<Readonly<Record<Name, readonly SnapshotRow[]>>> {
  // The table of corrections names both students and employees. The other tables show whose rows are wanted.
  const isOfEmployees = tables.some((name) => name === "employees");
  const tablesOf: Readonly<Record<PeopleTableName, PeopleTable>> = isOfEmployees
    ? PEOPLE_TABLES
    : { ...PEOPLE_TABLES, ...STUDENT_TABLES };
  const found = await queryRow<{ image: Readonly<Record<Name, readonly SnapshotRow[]>> }>(
    `select jsonb_build_object(${tables.map((name) => `'${name}', ${rowsOf(name, tablesOf[name], locked)}`).join(",\n")}) as image
      order by image`,
    { keys },
    t,
  );
  if (!found) throw new Error("The rows of the people were not returned.");
  return found.image;
}

export function readStudentSnapshot(
  params: Omit<Asked<StudentTableName>, "tables">,
  t: ReadTransaction,
): Promise<StudentRowSnapshot> {
  return readRowSnapshot({ ...params, tables: STUDENT_TABLE_NAMES }, t);
}

function rowsOf(name: PeopleTableName, { person, key }: PeopleTable, locked: boolean): string {
  const order = key.map((column) => `x.${column}`).join(", ");
  return `(select coalesce(jsonb_agg(to_jsonb(x) - '{search_text,password_hash}'::text[] order by ${order}), '[]')
             from (select x.* from ${name} x where ${person} = any ($keys::integer[])
                    order by ${order} ${locked ? "for update of x" : ""}) x)`;
}

type Rows = { name: SnapshotTableName; rows: readonly SnapshotRow[] };

/** Deletes rows by key. Lock the rows first. */
export async function deleteSnapshotRows({ name, rows }: Rows, t: TermTransaction): Promise<void> {
  if (rows.length === 0) return;
  await runQuery(
    `delete from ${name} x using jsonb_populate_recordset(null::${name}, $rows::jsonb) i where ${isSame(name)}`,
    { rows: JSON.stringify(rows) },
    t,
  );
}

/** Inserts rows that all contain the same columns. Returns them as stored, in order. */
export async function insertSnapshotRows(
  { name, rows: values }: Rows,
  t: TermTransaction,
): Promise<SnapshotRow[]> {
  const [first] = values;
  if (!first) return [];
  const columns = Object.keys(first);
  const stored = await queryRows<{ stored: SnapshotRow }>(
    `insert into ${name} as x (${columns.join(", ")})
     select ${columns.map((column) => `i.${column}`).join(", ")}
       from jsonb_array_elements($rows::jsonb) with ordinality g (value, place)
      cross join jsonb_populate_record(null::${name}, g.value) i
      order by g.place
     returning to_jsonb(x) - '{search_text,password_hash}'::text[] as stored`,
    { rows: JSON.stringify(values) },
    t,
  );
  return stored.map((row) => row.stored);
}

/** Locks and reads the stored rows with the keys of these rows. Rows that no longer exist are missing. */
export async function readSnapshotRows(
  { name, rows: wanted }: Rows,
  t: TermTransaction,
): Promise<SnapshotRow[]> {
  if (wanted.length === 0) return [];
  const stored = await queryRows<{ stored: SnapshotRow }>(
    `select to_jsonb(x) - '{search_text,password_hash}'::text[] as stored
       from ${name} x
       join jsonb_populate_recordset(null::${name}, $rows::jsonb) i on ${isSame(name)}
      order by ${SNAPSHOT_TABLES[name].key.map((column) => `x.${column}`).join(", ")}
        for update of x`,
    { rows: JSON.stringify(wanted) },
    t,
  );
  return stored.map((row) => row.stored);
}

/** Updates these columns of rows by key. Lock the rows first. */
export async function updateSnapshotRows(
  { name, rows, columns }: Rows & { columns: readonly string[] },
  t: TermTransaction,
): Promise<void> {
  if (rows.length === 0 || columns.length === 0) return;
  await runQuery(
    `update ${name} x
        set ${columns.map((column) => `${column} = i.${column}`).join(", ")}
       from jsonb_populate_recordset(null::${name}, $rows::jsonb) i
      where ${isSame(name)}`,
    { rows: JSON.stringify(rows) },
    t,
  );
}

function isSame(name: SnapshotTableName): string {
  return SNAPSHOT_TABLES[name].key.map((column) => `x.${column} = i.${column}`).join(" and ");
}

/** Clears a student's unique values until the new values are stored, so that two students can swap their values. */
export function clearUniqueStudentValues({ key }: { key: number }, t: TermTransaction): Promise<void> {
  return runQuery(
    `update students
        set student_id = '~' || id, birth_certificate_pin = '~' || id, serial_number = null, picture = null
      where id = $key`,
    { key },
    t,
  );
}
