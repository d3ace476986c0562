import { noTransaction, transaction } from "#db/index.ts";
import { deleteUnreferencedFiles, filterKnownFiles } from "#db/queries/files.ts";
import { deleteStoredFile, listFilesWrittenBefore } from "#files/store.server.ts";
import { now } from "#runtime/clock.ts";

/** Younger files are kept, because an upload stores its file before its row. */
const HOURS = 24;
const HOUR_MS = 3_600_000;
const AT_ONCE = 500;

export type TidiedFileCounts = { forgotten: number; removed: number };

/** Deletes files without a row in any table, and their data. The job `files.tidy` runs this function. */
export async function tidyFiles(): Promise<TidiedFileCounts> {
  const system = "job:files.tidy";
  const forgotten = await transaction({ system }, (t) => deleteUnreferencedFiles({ hours: HOURS }, t));
  for (const name of forgotten) await deleteStoredFile(name);
  const old = await listFilesWrittenBefore(new Date(now().getTime() - HOURS * HOUR_MS));
  const left = await withoutRow(old);
  for (const name of left) await deleteStoredFile(name);
  return { forgotten: forgotten.length, removed: left.length };
}

/** Returns the files without a row, which a process leaves if it stops before storing the row. */
async function withoutRow(names: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const some = names.slice(start, start + AT_ONCE);
    const known = await filterKnownFiles({ names: some }, noTransaction);
    unknown.push(...some.filter((name) => !known.has(name)));
  }
  return unknown;
}
