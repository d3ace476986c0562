import { z } from "zod";

/** The author of the worker's own changes in the audit trail. A function that a job calls names the job instead. */
export const WORKER_ACTOR = { system: "worker" };

export type Job<Payload extends object = object> = {
  name: string;
  /** The schema of the payload, which contains ids but never the data behind them. */
  payload: z.ZodType<Payload>;
  retries: { retryLimit: number; retryDelay: number; retryBackoff: boolean };
  /** The schedule of a job that starts by itself; null for other jobs. */
  cron: string | null;
};

/** Retries after 30, 60 and 120 seconds. An error that lasts longer needs a person. */
const THREE_TIMES = { retryLimit: 3, retryDelay: 30, retryBackoff: true };

/** Runs twice: at 3:15, and at 10:15 for schools whose computer is off at night. */
const EVERY_NIGHT = "15 3,10 * * *";

/** Deletes expired sessions and old sign-in attempts. */
export const tidySessionsJob = defineJob("sessions.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Deletes security events past their retention period, and old counts of how many records each account opened. */
export const tidySecurityEventsJob = defineJob("security-events.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Deletes files to which no row refers. */
export const tidyFilesJob = defineJob("files.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Prints the documents of one class in a batch, which is a print job for several classes. */
export const printBatchItemJob = defineJob("batches.print", z.object({ itemId: z.number().int() }));

/** Deletes expired batches with their documents. */
export const tidyBatchesJob = defineJob("batches.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Checks the pictures in an uploaded ZIP file. */
export const unpackPicturesJob = defineJob("pictures.unpack", z.object({ uploadId: z.string() }));

/** Deletes pictures that were uploaded but never saved. */
export const tidyPictureUploadsJob = defineJob("pictures.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Rehearses a rollover: calculates what it would do. */
export const rehearseRolloverJob = turnJob("turn.rehearse");

/** The jobs that carry out a rollover, in this order. Each job enqueues the next job. */
export const rolloverStepJobs = {
  advance: turnJob("turn.advance"),
  register: turnJob("turn.register"),
  promote: turnJob("turn.promote"),
} as const;

export const undoRolloverJob = turnJob("turn.undo");

function turnJob(name: string): Job<{ rolloverId: number }> {
  return defineJob(name, z.object({ rolloverId: z.number().int() }));
}

/** Reads, carries out or undoes an import, depending on the state in its row. */
export const readOrRunImportJob = defineJob("imports.work", z.object({ importId: z.string() }));

/** Deletes the rows of imports that can no longer be undone. */
export const tidyImportsJob = defineJob("imports.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Makes the nightly backup, and deletes backups beyond the number that is kept. */
export const nightlyBackupJob = defineJob("backups.keep", z.object({}), { cron: EVERY_NIGHT });

/** Compares the stored counts of marks and reports with a new count. */
export const checkCountsJob = defineJob("counts.check", z.object({}), { cron: EVERY_NIGHT });

/** All jobs of the product. Each has a handler in `handlers.ts`. */
export const JOBS: readonly Job[] = [
  tidySessionsJob,
  tidySecurityEventsJob,
  tidyFilesJob,
  printBatchItemJob,
  tidyBatchesJob,
  unpackPicturesJob,
  tidyPictureUploadsJob,
  rehearseRolloverJob,
  ...Object.values(rolloverStepJobs),
  undoRolloverJob,
  readOrRunImportJob,
  tidyImportsJob,
  nightlyBackupJob,
  checkCountsJob,
];

export function defineJob<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  { retries = THREE_TIMES, cron = null }: Partial<Pick<Job, "retries" | "cron">> = {},
): Job<Payload> {
  return { name, payload, retries, cron };
}

/** Returns the key of a job's lock. The lock lets only one worker at a time do the same job with the same ids. */
export function jobLockKey({ name }: Job, payload: object | null): string {
  // A job that somebody inserted into the queue by hand may have no payload. It fails later, when a worker runs it.
  return `${name} ${JSON.stringify(payload, Object.keys(payload ?? {}).sort())}`;
}

export type JobHandler = {
  job: Job;
  /** The number of jobs of this kind that one worker runs at the same time. */
  atOnce: number;
  work: (payload: unknown) => Promise<void>;
  /** Returns the payloads of unfinished work according to our own tables, even if the queue has lost the job. */
  unfinished: () => Promise<object[]>;
};

type Handling<Payload> = {
  /**
   * Returns the payloads of the rows that are not finished. This is for a job whose progress is recorded in one of
   * our own tables.
   */
  unfinished: () => Promise<Payload[]>;
  atOnce: number;
};

/**
 * Connects a job with the function that does its work. The function must be safe to repeat, because a worker can be
 * killed after the work is done but before the queue records it.
 */
export function defineHandler<Payload extends object>(
  job: Job<Payload>,
  work: (payload: Payload) => Promise<unknown>,
  { unfinished = async () => [], atOnce = 1 }: Partial<Handling<Payload>> = {},
): JobHandler {
  return {
    job,
    atOnce,
    unfinished,
    work: async (payload) => {
      await work(job.payload.parse(payload));
    },
  };
}
