import cluster from "node:cluster";
import { once } from "node:events";
import { env } from "#runtime/env.ts";
import { log, logAndEnd } from "#runtime/log.ts";
import { serveMetrics } from "#runtime/metrics.ts";
import { superviseProgram, type Child } from "../children.ts";
import { watchDiskSpace } from "./disk-space.ts";

/**
 * The primary process: serves no requests itself, opens the port that the web processes share, and restarts those
 * that end. A web process keeps nothing that another one needs.
 */
const { WEB_CONCURRENCY, METRICS_PORT, DATA_DIR } = env();

/** Longer than a web process's own limit for ending. */
const LAST_MS = 13_000;

const children: Child[] = [];
let isServing = false;
let stopping = false;

process.on("uncaughtException", logAndEnd);
// Each process accepts connections itself: one that is handed to a process that was just killed would wait for ever.
cluster.schedulingPolicy = cluster.SCHED_NONE;
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// A problem with the start affects each process: the first one reports it, and the others start when it has begun.
await Promise.race([once(cluster, "listening"), start(1).ended.then(leaveUnlessStopping)]);
isServing = true;
for (let place = 2; place <= WEB_CONCURRENCY && !stopping; place++) start(place);
watchDiskSpace(DATA_DIR, log());
if (METRICS_PORT) serveMetrics(METRICS_PORT);

function start(index: number): Child {
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

/** All processes are told at once: each finishes its requests, and the last to end accepts connections until then. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => children.forEach((child) => child.stop("SIGKILL")), LAST_MS);
  children.forEach((child) => child.stop("SIGTERM"));
  await Promise.all(children.map(({ ended }) => ended));
  process.exit(0);
}
