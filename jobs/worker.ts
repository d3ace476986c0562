import { setPriority } from "node:os";
import { closeConnections, setPoolSize } from "#db/index.ts";
import { findDatabaseFault } from "#db/queries/database-fault.ts";
import { env } from "#runtime/env.ts";
import { exitWithMessage, exitOnError } from "#runtime/exit.ts";
import { log, logAndExit } from "#runtime/log.ts";
import { serveMetrics, startProcessMetrics } from "#runtime/metrics.ts";
import { closeDocuments, warmDocuments } from "#templates/index.ts";
import { JOB_HANDLERS } from "./handlers.ts";
import { startWorker } from "./start-worker.ts";

/** The time limit for finishing the current jobs. Another worker takes over jobs that are not finished by then. */
const LAST_MS = 10_000;

/**
 * The number of the worker's connections, in addition to two for the queue. It is small because a worker does few
 * things at once and the school's pages have priority.
 */
const CONNECTIONS = 4;

/** A low priority (a high `nice` value), so that pages get the processor first. The process's threads inherit it. */
const AFTER_OTHERS = 10;

let stopping = false;

process.on("uncaughtException", logAndExit);
setPriority(AFTER_OTHERS);
setPoolSize(CONNECTIONS);
const fault = await findDatabaseFault(exitOnError(env).DATABASE_URL);
if (fault) exitWithMessage(fault.words);
const worker = await startWorker(JOB_HANDLERS).catch(exitWithMessage);
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
  await Promise.all([closeConnections(), closeDocuments()]);
  process.exit(0);
}
