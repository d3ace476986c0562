import { z } from "zod";

/** The name under which the worker's own writes are recorded; a verb that it calls names its job. */
export const WORKER = { system: "worker" };

export type Job<Payload extends object = object> = {
  name: string;
  /** Ids, never what they stand for. */
  payload: z.ZodType<Payload>;
  retries: { retryLimit: number; retryDelay: number; retryBackoff: boolean };
  /** When the job starts by itself. */
  cron: string | null;
};

/** After half a minute, one and two: an error that lasts longer needs a person. */
const THREE_TIMES = { retryLimit: 3, retryDelay: 30, retryBackoff: true };

/** At night, and once in the morning for schools whose computer is off at night. */
const EVERY_NIGHT = "15 3,10 * * *";

/** Takes away sessions and attempts to sign in that nobody needs any more. */
export const tidySessions = job("sessions.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Takes away security events that were kept long enough, and counts of what was read. */
export const tidySecurityEvents = job("security-events.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Takes away files that no row names. */
export const tidyFiles = job("files.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Makes the document of one class of a batch. */
export const printBatchItem = job("batches.print", z.object({ itemId: z.number().int() }));

/** Takes away batches that were kept long enough, with their documents. */
export const tidyBatches = job("batches.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Looks at the pictures in a ZIP that was sent. */
export const unpackPictures = job("pictures.unpack", z.object({ uploadId: z.string() }));

/** Takes away pictures that were sent and never saved. */
export const tidyPictureUploads = job("pictures.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Tries out what the turn of the term would do. */
export const rehearseTurn = turnJob("turn.rehearse");

/** The steps of the turn of the term, each of which sends the next. */
export const turnSteps = {
  advance: turnJob("turn.advance"),
  register: turnJob("turn.register"),
  promote: turnJob("turn.promote"),
} as const;

/** Takes a turn of the term back, as far as it went. */
export const undoTurn = turnJob("turn.undo");

function turnJob(name: string): Job<{ rolloverId: number }> {
  return job(name, z.object({ rolloverId: z.number().int() }));
}

/** Reads, carries out or undoes an import, as its row says. */
export const workImport = job("imports.work", z.object({ importId: z.string() }));

/** Takes away imports that can no longer be undone, but for what they were. */
export const tidyImports = job("imports.tidy", z.object({}), { cron: EVERY_NIGHT });

/** Makes the nightly backup, and takes away those that are more than are kept. */
export const keepBackups = job("backups.keep", z.object({}), { cron: EVERY_NIGHT });

/** Every job of the product; each has a handler in handlers.ts. */
export const JOBS: readonly Job[] = [
  tidySessions,
  tidySecurityEvents,
  tidyFiles,
  printBatchItem,
  tidyBatches,
  unpackPictures,
  tidyPictureUploads,
  rehearseTurn,
  ...Object.values(turnSteps),
  undoTurn,
  workImport,
  tidyImports,
  keepBackups,
];

export function job<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  { retries = THREE_TIMES, cron = null }: Partial<Pick<Job, "retries" | "cron">> = {},
): Job<Payload> {
  return { name, payload, retries, cron };
}

/** The lock of a job: one worker at a time works on the same job with the same ids. */
export function workKey({ name }: Job, payload: object | null): string {
  // A row that somebody put into the queue by hand may have no payload; it fails when it is worked on.
  return `${name} ${JSON.stringify(payload, Object.keys(payload ?? {}).sort())}`;
}

export type Handler = {
  job: Job;
  /** How many of these jobs a worker does at once. */
  atOnce: number;
  work: (payload: unknown) => Promise<void>;
  /** What its rows say is not finished, however the queue came to forget it. */
  unfinished: () => Promise<object[]>;
};

type Handling<Payload> = {
  /** For a job whose truth is a row of ours: the payload of every row that still waits for it (design section 6). */
  unfinished: () => Promise<Payload[]>;
  atOnce: number;
};

/** One call each, safe to run twice: a worker can be killed after the work and before the queue knows of it. */
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
