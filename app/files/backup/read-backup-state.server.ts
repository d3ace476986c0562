import { noTransaction } from "#db/index.ts";
import { findLastBackups } from "#db/queries/jobs/backups.ts";
import { now } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";
import { formatAge, describeBackupState, type BackupState } from "./backup-state.rules.ts";

/** Returns the nightly backup's state from the database, because another machine's worker may make it. */
export async function readBackupState(): Promise<BackupState> {
  const tried = await findLastBackups(noTransaction);
  return describeBackupState({ isPlanned: env().BACKUP_DIR !== undefined, tried, now: now() });
}

/** Returns the backup's age for `/readyz`, which reveals nothing else about the school. Null when backups are off. */
export async function backupAge(): Promise<string | null> {
  const tried = await findLastBackups(noTransaction);
  const made = tried.find(({ outcome }) => outcome !== "failed");
  if (made) return `last backup ${formatAge(made.begun_at, now())} ago`;
  return tried.length > 0 || env().BACKUP_DIR !== undefined ? "no backup yet" : null;
}
