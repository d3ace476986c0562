import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../index.ts";

/** The columns that contain file names. A test compares this list with the foreign keys. */
export const FILE_NAME_COLUMNS = [
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

/** SQL condition: at least one row refers to the file `n`. */
const IS_NAMED = FILE_NAME_COLUMNS.map(
  ([table, column]) => `exists (select from ${table} r where r.${column} = n.name)`,
).join("\n           or ");
/** SQL: the name by which rows refer to the file `f`. The large picture's name also stands for the small picture. */
const NAME = `(select replace(f.file_name, '-small.webp', '.jpg') as name)`;

type Named = { file_name: string };

/** Deletes files to which nothing has referred for `hours`. Younger files may belong to an upload in progress. */
export async function deleteUnreferencedFiles(params: { hours: number }, t: Transaction): Promise<string[]> {
  const forgotten = await queryRows<Named>(
    `delete from files f
      where f.created_at < now() - make_interval(hours => $hours)
        and not exists (select from ${NAME} n where ${IS_NAMED})
     returning f.file_name`,
    params,
    t,
  );
  return forgotten.map(({ file_name }) => file_name);
}

/** Deletes files to which nothing refers any longer. First lock the row that referred to them. */
export async function deleteFiles(params: { names: readonly string[] }, t: Transaction): Promise<void> {
  await runQuery("delete from files where file_name = any ($names::text[])", params, t);
}

/** Returns the names that are in the table of files. */
export async function filterKnownFiles(
  params: { names: readonly string[] },
  t: ReadTransaction,
): Promise<Set<string>> {
  const known = await queryRows<Named>(
    `select f.file_name from files f where f.file_name = any ($names::text[]) order by f.file_name`,
    params,
    t,
  );
  return new Set(known.map(({ file_name }) => file_name));
}
