import { join } from "node:path";
import { noTransaction, transaction } from "#db/index.ts";
import { findLastBackups, recordBackupAttempt, type BackupRecord } from "#db/queries/jobs/backups.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import {
  backupName,
  isExistingFile,
  createBackupFolder,
  deleteDraftBackups,
  deleteOlderBackups,
} from "#files/backup/backup-folder.server.ts";
import { readBackupKey, type BackupKey } from "#files/backup/encryption.server.ts";
import { writeBackup } from "#files/backup/write-backup.server.ts";
import { now } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";

const ACTOR = { system: "job:backups.keep" } as const;

/**
 * The hours for which no further backup is made: not by a second worker at night, nor by the morning run, which exists
 * for computers that were off at night.
 */
const FRESH_HOURS = 5;
const HOUR_MS = 3_600_000;

/**
 * The settings of backups. `kept` is the number to keep. `keyFile` is the file with the encryption key, or null for
 * backups that anybody with the file can read.
 */
export type BackupSettings = { folder: string; kept: number; databaseUrl: string; keyFile: string | null };

/**
 * Makes and prunes backups as the environment variables say; does nothing without a backup folder. The job
 * `backups.keep` runs this function.
 */
export async function backUp(): Promise<void> {
  const { BACKUP_DIR: folder, BACKUPS_KEPT: kept, DATABASE_URL: databaseUrl, BACKUP_KEY_FILE } = env();
  const keyFile = BACKUP_KEY_FILE ?? null;
  if (folder && databaseUrl) await backUpInto({ folder, kept, databaseUrl, keyFile });
}

/**
 * Makes a backup unless there is already one of this night, then deletes the oldest backups above the number to keep.
 * Deletes none if the backup failed or lacks files, because an older one may hold them. Records every attempt, and
 * rethrows its error so that the job is retried.
 */
export async function backUpInto(plan: BackupSettings): Promise<void> {
  await makeOneUnlessFresh(plan);
  const made = await lastMade();
  if (made?.outcome === "whole") await deleteOlderBackups(plan.folder, { kept: plan.kept, now: now() });
}

async function makeOneUnlessFresh({ folder, databaseUrl, keyFile }: BackupSettings): Promise<void> {
  const begun_at = now();
  try {
    await createBackupFolder(folder);
    await deleteDraftBackups(folder);
    if (await isFresh(folder)) return;
    const key = await readBackupKey(keyFile ?? undefined);
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

/** Checks that the backup's file exists too: a restored database has the record of the backup but not its file. */
async function isFresh(folder: string): Promise<boolean> {
  const made = await lastMade();
  if (!made?.file_name) return false;
  // Absolute, because a backup that a wrong clock dated in the future must not block further backups until that day.
  const apart = Math.abs(now().getTime() - made.begun_at.getTime());
  if (apart > FRESH_HOURS * HOUR_MS) return false;
  return isExistingFile(folder, made.file_name);
}

async function lastMade() {
  return (await findLastBackups(noTransaction)).find(({ outcome }) => outcome !== "failed");
}

function record(made: BackupRecord): Promise<void> {
  return transaction(ACTOR, (t) => recordBackupAttempt(made, t));
}
