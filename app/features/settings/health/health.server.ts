import { statfs } from "node:fs/promises";
import { z } from "zod";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formSucceeded } from "#access/forms/answer-form.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { loadDatabaseState } from "#db/queries/database-fault.ts";
import {
  findFailedJob,
  listFailedJobs,
  countJobsByState,
  listLastErrorEvents,
  createErrorEvent,
} from "#db/queries/health.ts";
import { listBackupAttempts } from "#db/queries/jobs/backups.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { readBackupState } from "#files/backup/read-backup-state.server.ts";
import { JOBS } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { now } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";
import { toErrorFacts } from "#runtime/error-facts.ts";
import { createGauge } from "#runtime/metrics.ts";
import {
  diskHealthFact,
  describeJob,
  queueHealthFact,
  formatDiskSize,
  summariseProblems,
  versionHealthFact,
  type HealthFact,
} from "./health.rules.ts";

/** The number of entries in each list: enough for a fortnight of backups with repeated attempts. */
const MOST_SHOWN = 20;

const NAMES = JOBS.map(({ name }) => name);
const OUTCOMES = { whole: "Complete", incomplete: "Incomplete", failed: "Failed" } as const;

export type HealthView = Awaited<ReturnType<typeof loadHealth>>;
export type FailedJobView = HealthView["failed"][number];
export type ErrorView = HealthView["errors"][number];
export type BackupView = HealthView["backups"][number];

export async function loadHealth({ school }: Visit) {
  const [facts, backups, failed, errors] = await Promise.all([
    readFacts(),
    listBackupAttempts({ most: MOST_SHOWN }, noTransaction),
    listFailedJobs({ names: NAMES, most: MOST_SHOWN }, noTransaction),
    listLastErrorEvents({ most: MOST_SHOWN }, noTransaction),
  ]);
  const at = (moment: Date) => formatDateAndTime(moment, school.timeZone);
  const troubles = facts.filter(({ isTrouble }) => isTrouble).length;
  return {
    summary: summariseProblems({ troubles, failed: failed.length }),
    facts,
    failed: failed.map(({ id, name, failed_at, fault }) => ({
      id,
      work: describeJob(name),
      at: at(failed_at),
      fault,
    })),
    errors: errors.map((event) => ({
      id: event.error_event_id,
      at: at(event.happened_at),
      /** The lines of the log have the same request id as the page that failed. */
      request: event.request_id,
      place: event.place,
      fault: event.fault,
      source: event.source,
    })),
    backups: backups.map((backup) => ({
      id: backup.backup_id,
      at: at(backup.begun_at),
      outcome: OUTCOMES[backup.outcome],
      isTrouble: backup.outcome !== "whole",
      file: backup.file_name,
      size: backup.bytes === null ? "" : formatDiskSize(backup.bytes),
      version: backup.version,
      fault: backup.fault,
    })),
  };
}

async function readFacts(): Promise<HealthFact[]> {
  const [backup, freeBytes, database, counts] = await Promise.all([
    readBackupState(),
    freeSpace(env().DATA_DIR),
    loadDatabaseState(noTransaction),
    countJobsByState({ names: NAMES }, noTransaction),
  ]);
  const [oldestWaiting = null] = counts
    .flatMap(({ oldest_waiting }) => oldest_waiting ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime());
  return [
    { name: "Backup", ...backup },
    diskHealthFact(freeBytes, database.bytes),
    queueHealthFact({
      waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
      active: counts.reduce((sum, { active }) => sum + active, 0),
      oldestWaiting,
      now: now(),
    }),
    versionHealthFact({ ...version(), tables: database.tables }),
  ];
}

async function freeSpace(directory: string): Promise<number | null> {
  return statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}

export type RetryJobInput = z.input<typeof RetryJobFormSchema>;

export const RetryJobFormSchema = z.object({ jobId: z.string().default("") });

const ID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Queues a failed job again with the same ids, which is safe because every job may run twice. */
export function retryJob(person: Person, { jobId: id }: z.output<typeof RetryJobFormSchema>) {
  return transaction(person, async (t) => {
    const failed = ID_SHAPE.test(id) ? await findFailedJob({ names: NAMES, id }, t) : null;
    const job = JOBS.find(({ name }) => name === failed?.name);
    if (!failed || !job)
      return formSucceeded(
        PATHS.health,
        "This job is no longer on the list of failed jobs. Nothing was changed.",
        {
          tone: "refused",
        },
      );
    await enqueue(job, failed.data, t);
    return formSucceeded(PATHS.health, `Trying again: ${describeJob(job.name)}`);
  });
}

export type InstalledVersion = { version: string; commit: string };

let read: InstalledVersion | null = null;

/** Returns the version of the package, and the commit of the build if known. */
function version(): InstalledVersion {
  read ??= {
    version: fromJson("package.json").version ?? "unknown",
    commit: fromJson("build/version.json").commit ?? "",
  };
  return read;
}

/** Reads a JSON file by a path relative to the package, which is the working directory of npm commands. */
function fromJson(path: string): { version?: string; commit?: string } {
  try {
    return JSON.parse(readFileSync(join(process.cwd(), path), "utf8")) as {
      version?: string;
      commit?: string;
    };
  } catch {
    return {};
  }
}

const ACTOR = { system: "health" } as const;

/**
 * The number of errors stored in a minute. The first errors are enough to recognise a repeated failure, and a large
 * number of errors must not cause a large number of database writes.
 */
const MOST_A_MINUTE = 10;
const MINUTE_MS = 60_000;

let noted: number[] = [];

/** Stores an unexpected error for the health page. It runs after the response, so it must never throw. */
export async function recordError(
  error: unknown,
  { requestId, place }: { requestId: string; place: string },
): Promise<void> {
  noted = noted.filter((moment) => moment > Date.now() - MINUTE_MS);
  if (noted.length >= MOST_A_MINUTE) return;
  noted.push(Date.now());
  const event = { request_id: requestId, place, ...toErrorFacts(error) };
  try {
    await transaction(ACTOR, (t) => createErrorEvent(event, t));
  } catch {
    // The log already has both the error and the database failure, so there is nothing more to do.
  }
}

const JOB_NAMES = JOBS.map(({ name }) => name);

/** The timeout is short because the other metrics are needed even if the database cannot be reached. */
const DATABASE_TIMEOUT_MS = 500;

/** Adds the state of the job queue to the metrics of one process, because all processes share the queue. */
export function startQueueMetrics(): void {
  createGauge({
    name: "termbook_jobs",
    help: "Jobs in the queue, by name and state.",
    labelNames: ["job", "state"],
    async collect() {
      this.reset();
      const counts = await countJobs();
      for (const job of counts ? JOB_NAMES : []) {
        const { waiting = 0, active = 0, failed = 0 } = counts?.find(({ name }) => name === job) ?? {};
        this.set({ job, state: "waiting" }, waiting);
        this.set({ job, state: "active" }, active);
        this.set({ job, state: "failed" }, failed);
      }
    },
  });
  createGauge({
    name: "termbook_jobs_oldest_seconds",
    help: "Seconds that the oldest job ready to start has been waiting.",
    async collect() {
      const times = (await countJobs())?.map(({ oldest_waiting }) => oldest_waiting?.getTime() ?? Infinity);
      const since = Math.min(...(times ?? []), Infinity);
      this.set(Math.max(0, now().getTime() - since) / 1000);
    },
  });
}

function countJobs(): Promise<Awaited<ReturnType<typeof countJobsByState>> | null> {
  const timeout = sleep(DATABASE_TIMEOUT_MS, null, { ref: false });
  return Promise.race([countJobsByState({ names: JOB_NAMES }, noTransaction).catch(() => null), timeout]);
}
