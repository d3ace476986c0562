import { setTimeout as sleep } from "node:timers/promises";
import { noTransaction } from "#db/index.ts";
import { jobCounts } from "#db/queries/health/job-state.ts";
import { JOBS } from "#jobs/definitions.ts";
import { now } from "#runtime/clock.ts";
import { collectCounted, gaugeFamily, type Family } from "#runtime/metrics/metrics.ts";

const NAMES = JOBS.map(({ name }) => name);

/** Whoever scrapes wants the rest also while the database is away. */
const PATIENCE_MS = 500;

type Asked = { withShared: boolean };

/** What the pages of this process have counted, and how the queue stands, which is one for all processes. */
export async function pageMetrics({ withShared }: Asked): Promise<{ own: Family[]; shared: Family[] }> {
  const own = collectCounted();
  if (!withShared) return { own, shared: [] };
  const late = sleep(PATIENCE_MS, [], { ref: false });
  return { own, shared: await Promise.race([queueFamilies().catch(() => []), late]) };
}

async function queueFamilies(): Promise<Family[]> {
  const counts = new Map((await jobCounts({ names: NAMES }, noTransaction)).map((each) => [each.name, each]));
  const jobs = NAMES.flatMap((name) => {
    const { waiting, active, failed } = counts.get(name) ?? { waiting: 0, active: 0, failed: 0 };
    return Object.entries({ waiting, active, failed }).map(([state, value]) => ({
      labels: { job: name, state },
      value,
    }));
  });
  const oldest = [...counts.values()].map(({ oldest_waiting }) => oldest_waiting?.getTime() ?? Infinity);
  const waits = Math.max(0, now().getTime() - Math.min(...oldest, Infinity)) / 1000;
  return [
    gaugeFamily("termbook_jobs", "Jobs in the queue, by name and state.", jobs),
    gaugeFamily("termbook_jobs_oldest_seconds", "For how long the oldest job waits that could be begun.", [
      { labels: {}, value: waits },
    ]),
  ];
}
