import PgBoss from "pg-boss";
import { JOBS, type Job } from "./definitions.ts";

/**
 * The time after which pg-boss considers a job dead. It only has to be longer than any job takes: a dead worker is
 * noticed much sooner, because a worker holds a lock while it runs a job (`unfinished.ts`).
 */
const LONGER_THAN_ANY_JOB_SECONDS = 4 * 3600;

/**
 * The queue that pg-boss uses for scheduled jobs. It is created here, because a worker is not allowed to create tables.
 */
const SCHEDULE_QUEUE = "__pgboss__send-it";

/**
 * Creates or updates pg-boss's tables and one queue for each job. It runs after every `migrate`, and several processes
 * may run it at the same time.
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
