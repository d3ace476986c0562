import { join } from "node:path";
import { noTransaction, transaction } from "#db/index.ts";
import { findLastBackups, recordBackupAttempt, type BackupRecord } from "#db/queries/jobs/backups.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import {
  backupName,
  isKept,
  makeFolder,
  removeDrafts,
  removeOlder,
} from "#files/backup/backup-folder.server.ts";
import { keyIn, type BackupKey } from "#files/backup/encryption.server.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { now } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";

const ACTOR = { system: "job:backups.keep" } as const;

/**
 * A backup of the night is fresh for a second worker, and for the morning run, which is for a computer that was off.
 */
const FRESH_HOURS = 5;
const HOUR_MS = 3_600_000;

/** `keyFile` has the key of encrypted backups; null for backups that anybody with the file can read. */
export type BackupPlan = { folder: string; kept: number; databaseUrl: string; keyFile: string | null };

/** Keeps the backups that the environment asks for, or none without a folder. The job `backups.keep` runs this. */
export async function backUp(): Promise<void> {
  const { BACKUP_DIR: folder, BACKUPS_KEPT: kept, DATABASE_URL: databaseUrl, BACKUP_KEY_FILE } = env();
  const keyFile = BACKUP_KEY_FILE ?? null;
  if (folder && databaseUrl) await backUpInto({ folder, kept, databaseUrl, keyFile });
}

/**
 * Makes a backup unless there is one of this night, then removes the oldest ones above the number to keep. A failed
 * backup removes none, and neither does one with missing files, because an older one may hold them. Records every
 * attempt, and throws its error again so that the job runs again.
 */
export async function backUpInto(plan: BackupPlan): Promise<void> {
  await makeOneUnlessFresh(plan);
  const made = await lastMade();
  if (made?.outcome === "whole") await removeOlder(plan.folder, { kept: plan.kept, now: now() });
}

async function makeOneUnlessFresh({ folder, databaseUrl, keyFile }: BackupPlan): Promise<void> {
  const begun_at = now();
  try {
    await makeFolder(folder);
    await removeDrafts(folder);
    if (await isFresh(folder)) return;
    const key = await keyIn(keyFile ?? undefined);
    const name = backupName(begun_at, { isEncrypted: key !== null });
    await record({ begun_at, ...(await write(databaseUrl, { folder, name, key })) });
  } catch (error) {
    const fault = error instanceof Error && error.message ? error.message : String(error);
    await record({ begun_at, outcome: "failed", file_name: null, bytes: null, fault });
    throw error;
  }
}

async function write(
  databaseUrl: string,
  { folder, name, key }: { folder: string; name: string; key: BackupKey | null },
): Promise<Omit<BackupRecord, "begun_at">> {
  const { manifest, bytes } = await writeBackup(databaseUrl, join(folder, name), key);
  const missing = manifest.damaged.length;
  if (missing === 0) return { outcome: "whole", file_name: name, bytes, fault: "" };
  const fault = `${formatCountOf(missing, "stored file")} missing or damaged in storage. Older backups are kept, because they may still hold these files.`;
  return { outcome: "incomplete", file_name: name, bytes, fault };
}

/** A fresh backup has its file: a restored school has the record of a backup, but not the file. */
async function isFresh(folder: string): Promise<boolean> {
  const made = await lastMade();
  if (!made?.file_name) return false;
  // A backup that a wrong clock dated in the future is not fresh, or there would be no other until that day.
  const apart = Math.abs(now().getTime() - made.begun_at.getTime());
  if (apart > FRESH_HOURS * HOUR_MS) return false;
  return isKept(folder, made.file_name);
}

async function lastMade() {
  return (await findLastBackups(noTransaction)).find(({ outcome }) => outcome !== "failed");
}

function record(made: BackupRecord): Promise<void> {
  return transaction(ACTOR, (t) => recordBackupAttempt(made, t));
}
