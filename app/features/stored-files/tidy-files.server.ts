import { noTransaction, transaction } from "#db/index.ts";
import { deleteUnreferencedFiles, filterKnownFiles } from "#db/queries/files.ts";
import { removeStored, storedBefore } from "#files/store.server.ts";
import { now } from "#runtime/clock.ts";

/** A file that is being uploaded has no row yet, but has one long before this time is over. */
const HOURS = 24;
const HOUR_MS = 3_600_000;
const AT_ONCE = 500;

export type TidiedFiles = { forgotten: number; removed: number };

/** Removes files that no row names, from the database and the disk. The job `files.tidy` runs this. */
export async function tidyFiles(): Promise<TidiedFiles> {
  const system = "job:files.tidy";
  const forgotten = await transaction({ system }, (t) => deleteUnreferencedFiles({ hours: HOURS }, t));
  for (const name of forgotten) await removeStored(name);
  const old = await storedBefore(new Date(now().getTime() - HOURS * HOUR_MS));
  const left = await withoutRow(old);
  for (const name of left) await removeStored(name);
  return { forgotten: forgotten.length, removed: left.length };
}

/** Returns files without a row: a process that is killed between storing the two leaves one. */
async function withoutRow(names: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const some = names.slice(start, start + AT_ONCE);
    const known = await filterKnownFiles({ names: some }, noTransaction);
    unknown.push(...some.filter((name) => !known.has(name)));
  }
  return unknown;
}
