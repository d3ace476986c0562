import { constants } from "node:fs";
import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** What the worker keeps is told by its name from what a person has put beside it, which is never touched. */
const KEPT_SHAPE = /^termbook-\d{4}-\d{2}-\d{2}-\d{6}\.zip(\.age)?$/;
const DRAFT_SHAPE = /^termbook-\d{4}-\d{2}-\d{2}-\d{6}\.zip(\.age)?\.draft-/;

/** Only who looks after the server may read the records of children. */
const OWNER_ONLY = 0o700;

/** `termbook-2026-11-23-071500.zip`, in UTC: in the order of their names they are in that of time. */
export function backupName(moment: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const [day, time = ""] = moment.toISOString().split("T");
  return `termbook-${day}-${time.slice(0, "07:15:00".length).replaceAll(":", "")}.zip${isEncrypted ? ".age" : ""}`;
}

/** @throws an Error in words when nothing can be kept there */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
    .then(() => access(folder, constants.W_OK))
    .catch((cause: Error) => {
      throw new Error(`Nothing can be written into BACKUP_DIR (${folder}): ${cause.message}`, { cause });
    });
}

export async function isKept(folder: string, name: string): Promise<boolean> {
  return stat(join(folder, name)).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** What a worker that was killed had begun. */
export async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => DRAFT_SHAPE.test(name));
  for (const name of drafts) await rm(join(folder, name), { force: true });
}

/**
 * All but the latest, of those that the worker made. What a wrong clock dated in the future is not counted: it would take
 * the place of the one that was made just now.
 */
export async function removeOlder(folder: string, { kept, now }: { kept: number; now: Date }): Promise<void> {
  const newest = backupName(now, { isEncrypted: true });
  const made = (await readdir(folder)).filter((name) => KEPT_SHAPE.test(name) && name <= newest).toSorted();
  for (const name of made.slice(0, -kept)) await rm(join(folder, name), { force: true });
}
