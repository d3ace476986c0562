import type pg from "pg";

/** A row of a table, by column. All rows of a table have the same columns; other columns take their defaults. */
export type Row = Record<string, string | number | boolean | null>;

/** Values from rows already stored, by column, as SQL over the new row `r`. */
export type Derived = Record<string, string>;

const CHUNK = 5_000;

/** Stores rows in few statements: one statement per row would take minutes where this takes seconds. */
export async function insertRows(
  client: pg.Client,
  { table, rows, derived = {} }: { table: string; rows: readonly Row[]; derived?: Derived },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = [...Object.keys(first), ...Object.keys(derived)];
  const values = [...Object.keys(first).map((column) => `r.${column}`), ...Object.values(derived)];
  const sql = `insert into ${table} (${columns.join(", ")})
               select ${values.join(", ")} from jsonb_populate_recordset(null::${table}, $1::jsonb) r`;
  for (let start = 0; start < rows.length; start += CHUNK) {
    await client.query(sql, [JSON.stringify(rows.slice(start, start + CHUNK))]);
  }
}

/** The rows brought their own ids: the next id from the database must come after them. */
export async function moveSequences(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare
      identity record;
    begin
      for identity in
        select table_name, column_name from information_schema.columns
         where table_schema = current_schema and is_identity = 'YES'
      loop
        execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %I',
                       identity.table_name, identity.column_name, identity.column_name, identity.table_name);
      end loop;
    end $$`);
}
