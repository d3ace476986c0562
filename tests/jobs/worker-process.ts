import { setTimeout as sleep } from "node:timers/promises";
import { defineHandler } from "#jobs/definitions.ts";
import { startWorker } from "#jobs/start-worker.ts";
import { practice } from "./practice-jobs.ts";

/** A worker in a process of its own whose job takes this many milliseconds: killed-worker.test.ts kills it. */
const takes = Number(process.argv[2]);

const work = defineHandler(practice, async ({ rowId }) => {
  console.log(`took ${rowId}`);
  await sleep(takes);
  console.log(`finished ${rowId}`);
});
await startWorker([work]);
console.log("ready");
