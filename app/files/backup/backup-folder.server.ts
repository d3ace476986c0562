import { constants } from "node:fs";
import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The names of the worker's backups: other files in the folder are a person's, and never deleted. */
const KEPT_SHAPE = /^termbook-\d{4}-\d{2}-\d{2}-\d{6}\.zip(\.age)?$/;
const DRAFT_SHAPE = /^termbook-\d{4}-\d{2}-\d{2}-\d{6}\.zip(\.age)?\.draft-/;

/** Only the server's administrator may read the records of children. */
const OWNER_ONLY = 0o700;

/** Names a backup such as `termbook-2026-11-23-071500.zip`, in UTC, so that names sort by time. */
export function backupName(moment: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const [day, time = ""] = moment.toISOString().split("T");
  return `termbook-${day}-${time.slice(0, "07:15:00".length).replaceAll(":", "")}.zip${isEncrypted ? ".age" : ""}`;
}

/** Creates the folder. @throws Error when nothing can be stored there */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
    .then(() => access(folder, constants.W_OK))
    .catch((cause: Error) => {
      throw new Error(`Termbook cannot write to BACKUP_DIR (${folder}): ${cause.message}`, { cause });
    });
}

export async function isKept(folder: string, name: string): Promise<boolean> {
  return stat(join(folder, name)).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Deletes unfinished files of a killed worker. */
export async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => DRAFT_SHAPE.test(name));
  for (const name of drafts) await rm(join(folder, name), { force: true });
}

/**
 * Deletes all but the latest of the worker's backups. A backup that a wrong clock dated in the future does not count:
 * it would take the place of the one that was just made.
 */
export async function removeOlder(folder: string, { kept, now }: { kept: number; now: Date }): Promise<void> {
  const newest = backupName(now, { isEncrypted: true });
  const made = (await readdir(folder)).filter((name) => KEPT_SHAPE.test(name) && name <= newest).toSorted();
  for (const name of made.slice(0, -kept)) await rm(join(folder, name), { force: true });
}
