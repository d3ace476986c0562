import { statfs } from "node:fs/promises";
import { noTransaction } from "#db/index.ts";
import type { Visit } from "#access/session.server.ts";
import { databaseState } from "#db/queries/database-fault.ts";
import { lastErrorEvents } from "#db/queries/health/error-events.ts";
import { failedJobs, jobCounts } from "#db/queries/health/job-state.ts";
import { backupsTried } from "#db/queries/jobs/backups.ts";
import { formatMoment } from "#domain/dates.ts";
import { readBackupState } from "#files/backup/read-backup-state.server.ts";
import { JOBS } from "#jobs/definitions.ts";
import { now } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";
import { version } from "#runtime/version.ts";
import type { Health } from "./health-page.tsx";
import { diskFact, queueFact, sizeWords, summaryWords, versionFact, type Fact } from "./health.rules.ts";
import { jobWords } from "./job-words.ts";

/** A fortnight of backups, with a night's further attempts; of the rest enough to see what goes on. */
const MOST_SHOWN = 20;

const NAMES = JOBS.map(({ name }) => name);
const OUTCOMES = { whole: "Made", incomplete: "Not complete", failed: "Failed" } as const;

export async function readHealth({ school }: Visit): Promise<Health> {
  const [facts, tried, failed, errors] = await Promise.all([
    readFacts(),
    backupsTried({ most: MOST_SHOWN }, noTransaction),
    failedJobs({ names: NAMES, most: MOST_SHOWN }, noTransaction),
    lastErrorEvents({ most: MOST_SHOWN }, noTransaction),
  ]);
  const at = (moment: Date) => formatMoment(moment, school.timeZone);
  const troubles = facts.filter(({ isTrouble }) => isTrouble).length;
  return {
    summary: summaryWords({ troubles, failed: failed.length }),
    facts,
    failed: failed.map(({ id, name, failed_at, fault }) => ({
      id,
      work: jobWords(name),
      at: at(failed_at),
      fault,
    })),
    errors: errors.map(({ error_event_id: id, happened_at, request_id: request, ...event }) => ({
      ...{ id, at: at(happened_at), request },
      ...{ place: event.place, fault: event.fault, source: event.source },
    })),
    tried: tried.map((each) => ({
      id: each.backup_id,
      at: at(each.begun_at),
      outcome: OUTCOMES[each.outcome],
      isTrouble: each.outcome !== "whole",
      file: each.file_name,
      size: each.bytes === null ? "" : sizeWords(each.bytes),
      version: each.version,
      fault: each.fault,
    })),
  };
}

async function readFacts(): Promise<Fact[]> {
  const [backup, freeBytes, database, counts] = await Promise.all([
    readBackupState(),
    freeSpace(env().DATA_DIR),
    databaseState(noTransaction),
    jobCounts({ names: NAMES }, noTransaction),
  ]);
  const [oldestWaiting = null] = counts
    .flatMap(({ oldest_waiting }) => oldest_waiting ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime());
  return [
    { name: "Backup", ...backup },
    diskFact(freeBytes, database.bytes),
    queueFact({
      waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
      active: counts.reduce((sum, { active }) => sum + active, 0),
      ...{ oldestWaiting, now: now() },
    }),
    versionFact({ ...version(), tables: database.tables }),
  ];
}

async function freeSpace(directory: string): Promise<number | null> {
  return statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}
