import { formatCountOf } from "#domain/text/noun.ts";

/** One line of the health page: the name of a part of the installation, its state, and what to do about a problem. */
export type HealthFact = { name: string; words: string; detail: string; isTrouble: boolean };

const MB = 1_000_000;
const GB = 1_000_000_000;

/** The least free space in bytes. Below this, the server also logs a warning. */
export const MIN_FREE_BYTES = 500 * MB;

/** A job that has waited longer is late, because a worker starts a job as soon as the previous one ends. */
const LATE_AFTER_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

export function formatDiskSize(bytes: number): string {
  return bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${(bytes / MB).toFixed(1)} MB`;
}

/**
 * Describes the free space on the disk, with a warning if it is too low.
 * @param freeBytes the free space on the disk of DATA_DIR, or null when it could not be read
 */
export function diskHealthFact(freeBytes: number | null, databaseBytes: number): HealthFact {
  const detail = `The database uses ${formatDiskSize(databaseBytes)}.`;
  if (freeBytes === null)
    return {
      name: "Disk",
      words: "Unknown",
      detail: `Termbook cannot read the folder DATA_DIR. Check that it exists. ${detail}`,
      isTrouble: true,
    };
  const isTrouble = freeBytes < MIN_FREE_BYTES;
  const warning = "Free some space, or pictures and documents cannot be stored.";
  const words = `${formatDiskSize(freeBytes)} free`;
  return { name: "Disk", words, detail: isTrouble ? `${warning} ${detail}` : detail, isTrouble };
}

type Queue = { waiting: number; active: number; oldestWaiting: Date | null; now: Date };

export function queueHealthFact({ waiting, active, oldestWaiting, now }: Queue): HealthFact {
  const late = oldestWaiting ? now.getTime() - oldestWaiting.getTime() : 0;
  const isTrouble = late > LATE_AFTER_MS;
  const words =
    waiting === 0 && active === 0 ? "No jobs are waiting" : `${formatCountOf(waiting, "job")} waiting`;
  const work =
    active > 0 ? `${formatCountOf(active, "job")} running.` : "Print runs, imports and nightly jobs.";
  const minutes = formatCountOf(Math.floor(late / MINUTE_MS), "minute");
  const warning = `The oldest job has waited for ${minutes}. Check that the worker is running.`;
  return { name: "Background jobs", words, detail: isTrouble ? warning : work, isTrouble };
}

type Version = { version: string; commit: string; tables: string };

export function versionHealthFact({ version, commit, tables }: Version): HealthFact {
  const detail = `${commit ? `Built from ${commit}. ` : ""}Database tables: ${tables}.`;
  return { name: "Version", words: version, detail, isTrouble: false };
}

export function summariseProblems({ troubles, failed }: { troubles: number; failed: number }): string {
  const count = troubles + failed;
  if (count === 0) return "Nothing needs attention";
  return count === 1 ? "1 thing needs attention" : `${count} things need attention`;
}

/** The description of each job. A test checks that no job is missing. */
export const JOB_DESCRIPTIONS: Readonly<Record<string, string>> = {
  "sessions.tidy": "Removing sign-ins that have ended",
  "security-events.tidy": "Removing old security events",
  "files.tidy": "Removing unused files",
  "batches.print": "Making a document for a print run",
  "batches.tidy": "Removing old print runs",
  "pictures.unpack": "Checking uploaded pictures",
  "pictures.tidy": "Removing pictures that were never saved",
  "turn.rehearse": "Rehearsing the new term",
  "turn.advance": "Setting up the new term: advance",
  "turn.register": "Setting up the new term: registration",
  "turn.promote": "Setting up the new term: promotion",
  "turn.undo": "Undoing the start of the new term",
  "imports.work": "Running an import",
  "imports.tidy": "Removing old imports",
  "backups.keep": "Making the nightly backup",
  "counts.check": "Checking the stored totals",
};

export function describeJob(name: string): string {
  return JOB_DESCRIPTIONS[name] ?? name;
}
