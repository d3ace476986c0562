import cluster from "node:cluster";
import { once } from "node:events";
import { env } from "#runtime/env.ts";
import { logAndExit, watchDiskSpace } from "#runtime/log.ts";
import { serveMetrics } from "#runtime/metrics.ts";
import { superviseProgram, type SupervisedProgram } from "../children.ts";

/**
 * The primary process. It serves no requests, but opens the port that the web processes share and restarts those that
 * end. The web processes share no state.
 */
const { WEB_CONCURRENCY, METRICS_PORT, DATA_DIR } = env();

/** This is longer than a web process's own time limit for stopping. */
const LAST_MS = 13_000;

const children: SupervisedProgram[] = [];
let isServing = false;
let stopping = false;

process.on("uncaughtException", logAndExit);
// Each process accepts connections itself: a connection handed over to a process that was just killed would wait for
// ever.
cluster.schedulingPolicy = cluster.SCHED_NONE;
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// A problem at the start affects every process, so only the first reports it. The others start when the first one
// listens.
await Promise.race([once(cluster, "listening"), start(1).ended.then(leaveUnlessStopping)]);
isServing = true;
for (let place = 2; place <= WEB_CONCURRENCY && !stopping; place++) start(place);
watchDiskSpace(DATA_DIR);
if (METRICS_PORT) serveMetrics(METRICS_PORT);

function start(index: number): SupervisedProgram {
  const child = superviseProgram({
    name: `web process ${index}`,
    launch: () => cluster.fork({ WEB_PROCESS: index }).process,
    mayRestart: () => isServing,
  });
  children.push(child);
  return child;
}

function leaveUnlessStopping(): void {
  if (!stopping) process.exit(1);
}

/** Stops all processes at the same time, each after its requests. The last one accepts connections until it stops. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => children.forEach((child) => child.stop("SIGKILL")), LAST_MS);
  children.forEach((child) => child.stop("SIGTERM"));
  await Promise.all(children.map(({ ended }) => ended));
  process.exit(0);
}
