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
 * The number of hours after a backup during which no other backup is made, neither by another worker nor by the
 * morning run, which is for computers that are off at night.
 */
const FRESH_HOURS = 5;
const HOUR_MS = 3_600_000;

/**
 * The settings of backups. `kept` is the number of backups to keep. `keyFile` is the file with the encryption key; null
 * leaves backups unencrypted, so that anybody with the file can read them.
 */
export type BackupSettings = { folder: string; kept: number; databaseUrl: string; keyFile: string | null };

/**
 * Makes a backup if the environment variables name a folder for backups. The job `backups.keep` runs this function.
 */
export async function backUp(): Promise<void> {
  const { BACKUP_DIR: folder, BACKUPS_KEPT: kept, DATABASE_URL: databaseUrl, BACKUP_KEY_FILE } = env();
  const keyFile = BACKUP_KEY_FILE ?? null;
  if (folder && databaseUrl) await backUpInto({ folder, kept, databaseUrl, keyFile });
}

/**
 * Makes a backup unless a fresh one exists, then deletes the oldest backups above the number to keep. If the backup
 * failed or lacks files, nothing is deleted, because an older backup may have those files. Every attempt is recorded,
 * and an error is rethrown so that the job is retried.
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
  const fault = `Missing or damaged in storage: ${formatCountOf(missing, "file")}. Older backups are kept, because they may still hold these files.`;
  return { outcome: "incomplete", file_name: name, bytes, fault };
}

/** Checks the file too: a database restored from a backup has a record of that backup, but perhaps not its file. */
async function isFresh(folder: string): Promise<boolean> {
  const made = await lastMade();
  if (!made?.file_name) return false;
  // The absolute difference is used because a wrong clock may have dated a backup in the future. That backup must not
  // block others until then.
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
