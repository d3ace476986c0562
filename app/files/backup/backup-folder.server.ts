import { constants } from "node:fs";
import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** The names of the worker's own backups. Other files in the folder belong to somebody else and are never deleted. */
const KEPT_SHAPE = /^termbook-\d{4}-\d{2}-\d{2}-\d{6}\.zip(\.age)?$/;
const DRAFT_SHAPE = /^termbook-\d{4}-\d{2}-\d{2}-\d{6}\.zip(\.age)?\.draft-/;

/** Only the server's administrator may read the backups, which contain the records of children. */
const OWNER_ONLY = 0o700;

/** Returns a name such as `termbook-2026-11-23-071500.zip`, in UTC, so that names sort by time. */
export function backupName(moment: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const [day, time = ""] = moment.toISOString().split("T");
  return `termbook-${day}-${time.slice(0, "07:15:00".length).replaceAll(":", "")}.zip${isEncrypted ? ".age" : ""}`;
}

/** Creates the backup folder. @throws Error when files cannot be stored in it */
export async function createBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
    .then(() => access(folder, constants.W_OK))
    .catch((cause: Error) => {
      throw new Error(`Termbook cannot write to BACKUP_DIR (${folder}): ${cause.message}`, { cause });
    });
}

export async function isExistingFile(folder: string, name: string): Promise<boolean> {
  return stat(join(folder, name)).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Deletes unfinished files that a killed worker left behind. */
export async function deleteDraftBackups(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => DRAFT_SHAPE.test(name));
  for (const name of drafts) await rm(join(folder, name), { force: true });
}

/**
 * Deletes all but the latest of the worker's backups. Backups dated in the future by a wrong clock are not counted
 * among the latest, because they would replace the one that was just made.
 */
export async function deleteOlderBackups(
  folder: string,
  { kept, now }: { kept: number; now: Date },
): Promise<void> {
  const newest = backupName(now, { isEncrypted: true });
  const made = (await readdir(folder)).filter((name) => KEPT_SHAPE.test(name) && name <= newest).toSorted();
  for (const name of made.slice(0, -kept)) await rm(join(folder, name), { force: true });
}
