import PgBoss from "pg-boss";
import type { Transaction } from "#db/index.ts";
import { queueStatementsIn, notifyWorkers } from "#db/queries/jobs/job-queue.ts";
import type { Job } from "./definitions.ts";

/** This pg-boss instance is never started. It only inserts jobs in the transactions of its callers. */
const sender = new PgBoss({ db: { executeSql: refuse }, supervise: false, schedule: false, migrate: false });

/** Adds a job in the caller's transaction. When the transaction commits, the workers are notified. */
export async function enqueue<Payload extends object>(
  job: Job<Payload>,
  payload: Payload,
  t: Transaction,
): Promise<void> {
  const sent = await sender.send(job.name, job.payload.parse(payload), { db: queueStatementsIn(t) });
  if (sent === null)
    throw new Error(`The queue did not accept ${job.name}. Run \`npm run migrate\` to create the queue.`);
  await notifyWorkers(job.name, t);
}

function refuse(): never {
  throw new Error("Pass enqueue a transaction, in which the job is added to the queue.");
}
