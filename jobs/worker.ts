import { close, limitPool } from "#db/index.ts";
import { log, logAndEnd } from "#runtime/log.ts";
import { closeDocuments } from "#templates/index.ts";
import { HANDLERS } from "./handlers.ts";
import { startWorker } from "./start-worker.ts";

/** `npm run worker` runs this: one worker process, without state of its own. */

/** What is not finished by then is left to another worker, which takes it up again. */
const LAST_MS = 10_000;

/** Beside two of the queue's own. A worker does few things at once: the school's pages come first (design section 4). */
const CONNECTIONS = 4;

let stopping = false;

process.on("uncaughtException", logAndEnd);
limitPool(CONNECTIONS);
const worker = await startWorker(HANDLERS);
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
log().info("the worker is ready");

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const finished = await worker.stop(LAST_MS);
  if (!finished) process.exit(1);
  await Promise.all([close(), closeDocuments()]);
  process.exit(0);
}
