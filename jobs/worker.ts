import { setPriority } from "node:os";
import { close, limitPool } from "#db/index.ts";
import { findDatabaseFault } from "#db/queries/database-fault.ts";
import { env } from "#runtime/env.ts";
import { exitWithMessage, exitOnError } from "#runtime/exit.ts";
import { log, logAndEnd } from "#runtime/log.ts";
import { serveMetrics, startProcessMetrics } from "#runtime/metrics.ts";
import { closeDocuments, warmDocuments } from "#templates/index.ts";
import { HANDLERS } from "./handlers.ts";
import { startWorker } from "./start-worker.ts";

/** Runs one worker process, without state of its own, for `npm run worker`. */

/** The time to finish current jobs. Another worker takes up the rest. */
const LAST_MS = 10_000;

/**
 * The connections of a worker, beside the queue's own two. A worker does few things at once, because the school's pages
 * come first.
 */
const CONNECTIONS = 4;

/** The worker takes the processor time that others leave. Its threads start later, and do the same. */
const AFTER_OTHERS = 10;

let stopping = false;

process.on("uncaughtException", logAndEnd);
setPriority(AFTER_OTHERS);
limitPool(CONNECTIONS);
const fault = await findDatabaseFault(exitOnError(env).DATABASE_URL);
if (fault) exitWithMessage(fault.words);
const worker = await startWorker(HANDLERS).catch(exitWithMessage);
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
const { WORKER_METRICS_PORT: metricsPort } = env();
if (metricsPort) {
  startProcessMetrics();
  serveMetrics(metricsPort);
}
log().info("the worker is ready");
warmDocuments();

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const finished = await worker.stop(LAST_MS);
  if (!finished) process.exit(1);
  await Promise.all([close(), closeDocuments()]);
  process.exit(0);
}
