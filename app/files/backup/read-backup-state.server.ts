import { noTransaction } from "#db/index.ts";
import { findLastBackups } from "#db/queries/jobs/backups.ts";
import { now } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";
import { formatCountOf } from "#domain/text/noun.ts";

/** Returns the nightly backup's state from the database, because another machine's worker may make it. */
export async function readBackupState(): Promise<BackupState> {
  const tried = await findLastBackups(noTransaction);
  return describeBackupState({ isPlanned: env().BACKUP_DIR !== undefined, tried, now: now() });
}

/**
 * Returns the backup's age for `/readyz`, which reveals nothing else about the school. Returns null when backups are
 * off.
 */
export async function backupAge(): Promise<string | null> {
  const tried = await findLastBackups(noTransaction);
  const made = tried.find(({ outcome }) => outcome !== "failed");
  if (made) return `last backup ${formatBackupAge(made.begun_at, now())} ago`;
  return tried.length > 0 || env().BACKUP_DIR !== undefined ? "no backup yet" : null;
}

type Tried = { begun_at: Date; outcome: "whole" | "incomplete" | "failed"; fault: string };

/** The state of the nightly backup, in words. `isTrouble` means that administrators see a warning. */
type BackupState = { words: string; detail: string; isTrouble: boolean };

/** A backup is late after a night and a morning. A computer that is off at night makes its backup in the morning. */
const LATE_AFTER_HOURS = 36;
const HOUR_MS = 3_600_000;
const HOURS_TOLD_AS_HOURS = 48;

type Asked = { isPlanned: boolean; tried: readonly Tried[]; now: Date };

/** Describes the state of backups. @param asked.tried the latest backup and failure, most recent first */
export function describeBackupState({ isPlanned, tried, now }: Asked): BackupState {
  const [latest] = tried;
  const made = tried.find(({ outcome }) => outcome !== "failed");
  const last = made
    ? `The newest backup was made ${formatBackupAge(made.begun_at, now)} ago.`
    : "There is no backup yet.";
  if (latest?.outcome === "failed") return trouble("The last backup failed", `${latest.fault} ${last}`);
  if (!made && !isPlanned)
    return calm("No nightly backup is set up", "Set BACKUP_DIR to the folder for the backups.");
  if (!made) return calm("No backup yet", "The first backup will be made tonight.");
  const words = `Backed up ${formatBackupAge(made.begun_at, now)} ago`;
  if (hoursSince(made.begun_at, now) > LATE_AFTER_HOURS)
    return trouble(
      "There is no new backup",
      `${last} Check that the worker is running and that BACKUP_DIR is set.`,
    );
  if (made.outcome === "incomplete") return trouble("The last backup is not complete", made.fault);
  return calm(words, "");
}

/** Formats an age: `less than an hour`, `9 hours`, `3 days`. */
export function formatBackupAge(since: Date, now: Date): string {
  const hours = Math.floor(hoursSince(since, now));
  if (hours < 1) return "less than an hour";
  return hours < HOURS_TOLD_AS_HOURS
    ? formatCountOf(hours, "hour")
    : formatCountOf(Math.floor(hours / 24), "day");
}

/** Returns the hours between two moments. A backup that a wrong clock dated far ahead does not count as new. */
function hoursSince(since: Date, now: Date): number {
  return Math.abs(now.getTime() - since.getTime()) / HOUR_MS;
}

function trouble(words: string, detail: string): BackupState {
  return { words, detail, isTrouble: true };
}

function calm(words: string, detail: string): BackupState {
  return { words, detail, isTrouble: false };
}
