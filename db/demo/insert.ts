import type pg from "pg";

/** A table row: values by column. All rows of a table list the same columns; the other columns get their defaults. */
export type DemoRow = Record<string, string | number | boolean | null>;

/** SQL expressions for columns that are calculated from stored rows. In an expression, `r` is the new row. */
export type DerivedColumns = Record<string, string>;

const CHUNK = 5_000;

/** Inserts many rows per statement. One statement for each row would take minutes instead of seconds. */
export async function insertRows(
  client: pg.Client,
  { table, rows, derived = {} }: { table: string; rows: readonly DemoRow[]; derived?: DerivedColumns },
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

/** Moves the sequences beyond the inserted ids, because these ids were not drawn from the sequences. */
export async function advanceSequences(client: pg.Client): Promise<void> {
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
