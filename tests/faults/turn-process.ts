import { database } from "#db/index.ts";
import { HANDLERS } from "#jobs/handlers.ts";
import { startWorker } from "#jobs/start-worker.ts";

/**
 * A worker that stops for good before the statement of this number, counted from the first one of a step of the turn: what
 * killed-turn.test.ts kills, or kills the database of. 0 never stops.
 */
const stopBefore = Number(process.argv[2]);
const begins = /pg_advisory_xact_lock/;

let counted = 0;
let isCounting = false;

database().addHook("beforeQuery", async (_, query) => {
  const { sql } = query as unknown as { sql?: string };
  isCounting ||= begins.test(sql ?? "");
  if (!isCounting) return;
  counted += 1;
  console.log(`statement ${counted}`);
  if (counted === stopBefore) {
    console.log("stopped");
    await new Promise(() => undefined);
  }
});

await startWorker(HANDLERS.filter(({ job }) => job.name.startsWith("turn.")));
console.log("ready");
