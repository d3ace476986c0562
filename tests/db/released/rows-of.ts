import { queryDatabase } from "#tests/support/postgres/answer-of.ts";

export async function rowCounts(url: string): Promise<Record<string, number>> {
  const tables = await queryDatabase<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1",
  );
  const each = tables.map(({ name }) => `select '${name}' as name, count(*)::integer as count from ${name}`);
  const counts = await queryDatabase<{ name: string; count: number }>(url, each.join(" union all "));
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

/** Lists every mark with its student, subject and test, by columns that no version of the schema has changed. */
export function marksIn(url: string): Promise<object[]> {
  return queryDatabase(
    url,
    `select mark_id, student_key, subject_id, academic_term_id, test_id, mark::text, attendance, grade, version
       from marks
      order by mark_id`,
  );
}

/** Lists texts and signatures. */
export function reportsIn(url: string): Promise<object[]> {
  return queryDatabase(
    url,
    `select student_key, academic_term_id, sessions_absent, teacher_comment, respect, signed_by, version
       from term_records
      order by student_key, academic_term_id`,
  );
}

/** Lists constraints that were added without checking the existing rows. */
export async function unchecked(url: string): Promise<object[]> {
  return queryDatabase(
    url,
    "select conname from pg_constraint where connamespace = 'public'::regnamespace and not convalidated",
  );
}
