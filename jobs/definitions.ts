import { z } from "zod";

/** The actor that the worker's own writes are recorded under. An operation that the worker calls names its job. */
export const WORKER = { system: "worker" };

export type Job<Payload extends object = object> = {
  name: string;
  /** The payload contains ids, never the data behind them. */
  payload: z.ZodType<Payload>;
  retries: { retryLimit: number; retryDelay: number; retryBackoff: boolean };
  /** The times at which the job starts by itself; null if it never does. */
  cron: string | null;
};

/** The retries come after half a minute, one and two minutes: an error that lasts longer needs a person. */
const THREE_TIMES = { retryLimit: 3, retryDelay: 30, retryBackoff: true };

/** The second time, in the morning, is for schools whose computer is off at night. */
const EVERY_NIGHT = "15 3,10 * * *";

/** Removes sessions and attempts to sign in that nobody needs any longer. */
export const tidySessions = job("sessions.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Removes security events that were kept long enough, and counts of what was read. */
export const tidySecurityEvents = job("security-events.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Removes files that no row names. */
export const tidyFiles = job("files.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Makes the document of one class of a batch. */
export const printBatchItem = job("batches.print", z.object({ itemId: z.number().int() }));

/** Removes batches that were kept long enough, with their documents. */
export const tidyBatches = job("batches.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Checks the pictures in an uploaded ZIP file. */
export const unpackPictures = job("pictures.unpack", z.object({ uploadId: z.string() }));

/** Removes pictures that were uploaded but never saved. */
export const tidyPictureUploads = job("pictures.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Finds out what the rollover would do. */
export const rehearseRollover = turnJob("turn.rehearse");

/** The steps of the rollover, each of which sends the next. */
export const rolloverSteps = {
  advance: turnJob("turn.advance"),
  register: turnJob("turn.register"),
  promote: turnJob("turn.promote"),
} as const;

/** Undoes a rollover, as far as it went. */
export const undoRolloverJob = turnJob("turn.undo");

function turnJob(name: string): Job<{ rolloverId: number }> {
  return job(name, z.object({ rolloverId: z.number().int() }));
}

/** Reads, carries out or undoes an import, depending on its row. */
export const workImport = job("imports.work", z.object({ importId: z.string() }));

/** Removes the contents of imports that can no longer be undone. */
export const tidyImports = job("imports.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Makes the nightly backup, and removes backups beyond the number that is kept. */
export const nightlyBackup = job("backups.keep", z.object({}), { cron: EVERY_NIGHT });

/** Compares the kept counts of marks and reports with a count from scratch. */
export const checkCounts = job("counts.check", z.object({}), { cron: EVERY_NIGHT });

/** Every job of the product; each has a handler in handlers.ts. */
export const JOBS: readonly Job[] = [
  tidySessions,
  tidySecurityEvents,
  tidyFiles,
  printBatchItem,
  tidyBatches,
  unpackPictures,
  tidyPictureUploads,
  rehearseRollover,
  ...Object.values(rolloverSteps),
  undoRolloverJob,
  workImport,
  tidyImports,
  nightlyBackup,
  checkCounts,
];

export function job<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  { retries = THREE_TIMES, cron = null }: Partial<Pick<Job, "retries" | "cron">> = {},
): Job<Payload> {
  return { name, payload, retries, cron };
}

/** Returns the lock of a job. Only one worker at a time works on the same job with the same ids. */
export function workKey({ name }: Job, payload: object | null): string {
  // A row that somebody put into the queue by hand may have no payload. Such a job fails when a worker takes it.
  return `${name} ${JSON.stringify(payload, Object.keys(payload ?? {}).sort())}`;
}

export type Handler = {
  job: Job;
  /** The number of these jobs that a worker does at once. */
  atOnce: number;
  work: (payload: unknown) => Promise<void>;
  /** Returns the payloads of rows that are not finished, even if the queue has forgotten them. */
  unfinished: () => Promise<object[]>;
};

type Handling<Payload> = {
  /** Returns the payload of every row that still waits, for a job whose progress a row of ours records. */
  unfinished: () => Promise<Payload[]>;
  atOnce: number;
};

/**
 * Connects a job with its work, which must be safe to run twice: a worker can be killed after the work and before the
 * queue knows of it.
 */
export function handle<Payload extends object>(
  job: Job<Payload>,
  work: (payload: Payload) => Promise<unknown>,
  { unfinished = async () => [], atOnce = 1 }: Partial<Handling<Payload>> = {},
): Handler {
  return {
    job,
    atOnce,
    unfinished,
    work: async (payload) => {
      await work(job.payload.parse(payload));
    },
  };
}
