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

/** Every job of the product; each has a handler in handlers.ts. */
export const JOBS: readonly Job[] = [tidySessions];

export function job<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  { retries = THREE_TIMES, cron = null }: Partial<Pick<Job, "retries" | "cron">> = {},
): Job<Payload> {
  return { name, payload, retries, cron };
}

/** The lock of a job: one worker at a time works on the same job with the same ids. */
export function workKey({ name }: Job, payload: object): string {
  return `${name} ${JSON.stringify(payload, Object.keys(payload).sort())}`;
}

export type Handler = {
  job: Job;
  work: (payload: unknown) => Promise<void>;
  /** What its rows say is not finished, however the queue came to forget it. */
  unfinished: () => Promise<object[]>;
};

type RowsOfTheirOwn<Payload> = {
  /** For a job whose truth is a row of ours: the payload of every row that still waits for it (design section 6). */
  unfinished: () => Promise<Payload[]>;
};

/** One call each, safe to run twice: a worker can be killed after the work and before the queue knows of it. */
export function handle<Payload extends object>(
  job: Job<Payload>,
  work: (payload: Payload) => Promise<unknown>,
  { unfinished }: RowsOfTheirOwn<Payload> = { unfinished: async () => [] },
): Handler {
  return {
    job,
    unfinished,
    work: async (payload) => {
      await work(job.payload.parse(payload));
    },
  };
}
