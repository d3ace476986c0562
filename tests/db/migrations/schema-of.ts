import { queryDatabase } from "#tests/support/postgres/answer-of.ts";

/** Lists columns in any order, constraints, indexes, triggers, functions, sequences and collations, one per line. */
export async function schemaOf(url: string): Promise<string[]> {
  const rows = await queryDatabase<{ line: string }>(
    url,
    `
    select line from (
      select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default)
        from information_schema.columns where table_schema = 'public'
      union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', 'routine', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'sequence', sequencename) from pg_sequences where schemaname = 'public'
      union all select concat_ws(' ', 'collation', collname) from pg_collation where collnamespace = 'public'::regnamespace
    ) as lines (line) order by line`,
  );
  return rows.map(({ line }) => line);
}
