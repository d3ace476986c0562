import PgBoss from "pg-boss";
import type { Transaction } from "#db/index.ts";
import { notifyWorkers } from "#db/queries/jobs/job-notify.ts";
import { statementsIn } from "#db/queries/jobs/job-queue.ts";
import type { Job } from "./definitions.ts";

/** This instance is never started: it only writes jobs into the transactions of others. */
const sender = new PgBoss({ db: { executeSql: refuse }, supervise: false, schedule: false, migrate: false });

/** Sends a job in the caller's transaction, whose commit wakes the workers. */
export async function enqueue<Payload extends object>(
  job: Job<Payload>,
  payload: Payload,
  t: Transaction,
): Promise<void> {
  const sent = await sender.send(job.name, job.payload.parse(payload), { db: statementsIn(t) });
  if (sent === null)
    throw new Error(`The queue did not accept ${job.name}: check that it was created (jobs/install.ts).`);
  await notifyWorkers(job.name, t);
}

function refuse(): never {
  throw new Error("A job is sent in a transaction (jobs/queue.ts).");
}
