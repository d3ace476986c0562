import { database } from "#db/index.ts";
import { JOB_HANDLERS } from "#jobs/handlers.ts";
import { startWorker } from "#jobs/start-worker.ts";

/**
 * A worker that stops for good before the statement of this number, counted from the first of a rollover's own:
 * killed-turn.test.ts kills it, or its database. 0 never stops.
 */
const stopBefore = Number(process.argv[2]);
const BEGINS = /pg_advisory_xact_lock/;

const sequelize = database();
const query = sequelize.query.bind(sequelize) as (...input: unknown[]) => Promise<unknown>;
let counted = 0;

Object.assign(sequelize, {
  query: async (...input: unknown[]) => {
    if (counted > 0 || BEGINS.test(JSON.stringify(input[0]))) counted += 1;
    if (counted === stopBefore && counted > 0) {
      console.log("stopped");
      await new Promise(() => undefined);
    }
    return query(...input);
  },
});

await startWorker(JOB_HANDLERS.filter(({ job }) => job.name.startsWith("turn.")));
