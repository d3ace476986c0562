import type { ColumnValue } from "#fields/value.ts";
import { row, run, type Reading } from "../../../index.ts";
import type { TermTransaction } from "../../../term-transaction.ts";
import { STUDENT_TABLE_NAMES, type StudentTableName } from "./student-tables.ts";
import { PEOPLE_TABLES, type PeopleTableName } from "./tables.ts";

export type ImageRow = Readonly<Record<string, ColumnValue>>;

/** All rows of some students by table: the data before or after a merge or import. */
export type Image = Readonly<Record<StudentTableName, readonly ImageRow[]>>;

type Asked<Name extends PeopleTableName> = {
  keys: readonly number[];
  locked: boolean;
  tables: readonly Name[];
};

/** Reads the rows of people. @param locked nobody can change or add such rows until the transaction ends */
export async function readImage<Name extends PeopleTableName>(
  { keys, locked, tables }: Asked<Name>,
  t: Reading,
): Promise<Readonly<Record<Name, readonly ImageRow[]>>> {
  const found = await row<{ image: Readonly<Record<Name, readonly ImageRow[]>> }>(
    `select jsonb_build_object(${tables.map((name) => `'${name}', ${rowsOf(name, locked)}`).join(",\n")}) as image
      order by image`,
    { keys },
    t,
  );
  if (!found) throw new Error("people have no image");
  return found.image;
}

export function readStudentsImage(
  params: Omit<Asked<StudentTableName>, "tables">,
  t: Reading,
): Promise<Image> {
  return readImage({ ...params, tables: STUDENT_TABLE_NAMES }, t);
}

function rowsOf(name: PeopleTableName, locked: boolean): string {
  const { person, key } = PEOPLE_TABLES[name];
  const order = key.map((column) => `x.${column}`).join(", ");
  return `(select coalesce(jsonb_agg(to_jsonb(x) - '{search_text,password_hash}'::text[] order by ${order}), '[]')
             from (select x.* from ${name} x where ${person} = any ($keys::integer[])
                    order by ${order} ${locked ? "for update of x" : ""}) x)`;
}

type Rows = { name: PeopleTableName; rows: readonly ImageRow[] };

/** Deletes rows by key. Lock them first. */
export async function deleteImageRows({ name, rows }: Rows, t: TermTransaction): Promise<void> {
  if (rows.length === 0) return;
  await run(
    `delete from ${name} x using jsonb_populate_recordset(null::${name}, $rows::jsonb) i where ${isSame(name)}`,
    { rows: JSON.stringify(rows) },
    t,
  );
}

/** Inserts rows as they are, with the columns that they name. */
export async function insertImageRows({ name, rows }: Rows, t: TermTransaction): Promise<void> {
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

/** Updates these columns of rows by key. Lock them first. */
export async function updateImageRows(
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

function isSame(name: PeopleTableName): string {
  return PEOPLE_TABLES[name].key.map((column) => `x.${column} = i.${column}`).join(" and ");
}

/** Clears the unique values of a student for a moment, so that two students can exchange theirs. */
export function clearUniqueValues({ key }: { key: number }, t: TermTransaction): Promise<void> {
  return run(
    `update students
        set student_id = '~' || id, birth_certificate_pin = '~' || id, serial_number = null, picture = null
      where id = $key`,
    { key },
    t,
  );
}
