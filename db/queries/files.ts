import { rows, run, type Reading, type Transaction } from "../index.ts";

/** The columns that hold a file name; a test compares them with the foreign keys. */
export const NAMING_COLUMNS = [
  ["employees", "picture"],
  ["employees", "signature"],
  ["students", "picture"],
  ["term_records", "signature"],
  ["employee_documents", "file_name"],
  ["student_documents", "file_name"],
  ["made_documents", "file_name"],
  ["imports", "file"],
  ["picture_uploads", "archive"],
  ["picture_upload_files", "picture"],
  ["picture_upload_files", "replaced"],
  ["schools", "logo"],
] as const;

/** A row names the file `n`. */
const IS_NAMED = NAMING_COLUMNS.map(
  ([table, column]) => `exists (select from ${table} r where r.${column} = n.name)`,
).join("\n           or ");
/** The name under which rows refer to the file `f`: a small picture belongs to the large one. */
const NAME = `(select replace(f.file_name, '-small.webp', '.jpg') as name)`;

type Named = { file_name: string };

/** Deletes files unnamed for some hours; younger ones may belong to an upload that is still being stored. */
export async function deleteUnreferencedFiles(params: { hours: number }, t: Transaction): Promise<string[]> {
  const forgotten = await rows<Named>(
    `delete from files f
      where f.created_at < now() - make_interval(hours => $hours)
        and not exists (select from ${NAME} n where ${IS_NAMED})
     returning f.file_name`,
    params,
    t,
  );
  return forgotten.map(({ file_name }) => file_name);
}

/** Deletes files that no row names any longer. Lock the row that named them first. */
export async function deleteFiles(params: { names: readonly string[] }, t: Transaction): Promise<void> {
  await run("delete from files where file_name = any ($names::text[])", params, t);
}

/** Returns those of these names that are in the table of files. */
export async function filterKnownFiles(
  params: { names: readonly string[] },
  t: Reading,
): Promise<Set<string>> {
  const known = await rows<Named>(
    `select f.file_name from files f where f.file_name = any ($names::text[]) order by f.file_name`,
    params,
    t,
  );
  return new Set(known.map(({ file_name }) => file_name));
}
