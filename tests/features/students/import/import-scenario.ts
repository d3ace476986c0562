import { noTransaction, row } from "#db/index.ts";

/** All that an import may touch, but for versions and what the trail has. */
export function fingerprint() {
  const of = (table: string) =>
    `(select md5(coalesce(string_agg((to_jsonb(x) - 'version' - 'updated_at' - 'search_text')::text, ',' order by to_jsonb(x)::text), ''))
        from (select * from ${table}) x)`;
  const tables = [
    "students",
    "student_personal",
    "student_medical",
    "student_family",
    "registrations",
    "term_records",
    "marks",
    "different_students",
  ];
  // Sorted by what is compared: versions would order the rows anew.
  const sql = tables.map(
    (table) =>
      `${of(table).replace("order by to_jsonb(x)::text", "order by (to_jsonb(x) - 'version' - 'updated_at' - 'search_text')::text")} as ${table}`,
  );
  return row<Record<string, string>>(`select ${sql.join(", ")} order by 1`, {}, noTransaction);
}
