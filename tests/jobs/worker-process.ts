import { setTimeout as sleep } from "node:timers/promises";
import { handle } from "#jobs/definitions.ts";
import { startWorker } from "#jobs/start-worker.ts";
import { practice } from "./practice-jobs.ts";

/** A worker of its own process whose job takes so many milliseconds: what killed-worker.test.ts kills. */
const takes = Number(process.argv[2]);

const work = handle(practice, async ({ rowId }) => {
  console.log(`took ${rowId}`);
  await sleep(takes);
  console.log(`finished ${rowId}`);
});
await startWorker([work]);
console.log("ready");
