import { setTimeout as sleep } from "node:timers/promises";
import { noTransaction } from "#db/index.ts";
import { countJobsByState } from "#db/queries/health/job-state.ts";
import { JOBS } from "#jobs/definitions.ts";
import { now } from "#runtime/clock.ts";
import { gauge } from "#runtime/metrics.ts";

const NAMES = JOBS.map(({ name }) => name);

/** The other metrics are needed while the database is away, too. */
const DATABASE_TIMEOUT_MS = 500;

/**
 * Adds the state of the queue to the metrics of this process. All processes share one queue, so only one web process
 * adds it.
 */
export function startQueueMetrics(): void {
  gauge({
    name: "termbook_jobs",
    help: "Jobs in the queue, by name and state.",
    labelNames: ["job", "state"],
    async collect() {
      this.reset();
      const counts = await countJobs();
      for (const job of counts ? NAMES : []) {
        const { waiting = 0, active = 0, failed = 0 } = counts?.find(({ name }) => name === job) ?? {};
        this.set({ job, state: "waiting" }, waiting);
        this.set({ job, state: "active" }, active);
        this.set({ job, state: "failed" }, failed);
      }
    },
  });
  gauge({
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
  return Promise.race([countJobsByState({ names: NAMES }, noTransaction).catch(() => null), timeout]);
}
