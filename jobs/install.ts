import PgBoss from "pg-boss";
import { JOBS, type Job } from "./definitions.ts";

/**
 * The limit after which pg-boss takes a job for dead. The limit only has to be longer than any job takes, because a
 * worker holds a lock as long as it works on a job (unfinished.ts).
 */
const LONGER_THAN_ANY_JOB_SECONDS = 4 * 3600;

/**
 * The queue that pg-boss itself uses for scheduled jobs. A worker would create this queue, but has no right to create
 * tables.
 */
const SCHEDULE_QUEUE = "__pgboss__send-it";

/**
 * Creates or updates pg-boss's tables, and a queue for every job. The function runs after every `migrate`; any number
 * of processes may run it at once.
 */
export async function installQueue(databaseUrl: string, jobs: readonly Job[] = JOBS): Promise<void> {
  const faults: Error[] = [];
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  boss.on("error", (error) => faults.push(error));
  await boss.start();
  try {
    for (const job of jobs) await makeQueue(boss, job);
    await boss.createQueue(SCHEDULE_QUEUE);
  } finally {
    await boss.stop({ graceful: false });
  }
  const [fault] = faults;
  if (fault) throw fault;
}

async function makeQueue(boss: PgBoss, { name, retries }: Job): Promise<void> {
  const options = { name, ...retries, expireInSeconds: LONGER_THAN_ANY_JOB_SECONDS };
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}
