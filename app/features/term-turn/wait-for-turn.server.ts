import { setTimeout as sleep } from "node:timers/promises";
import { noTransaction } from "#db/index.ts";
import { rolloverById, stepsOf, type RolloverRow } from "#db/queries/turn/rollovers.ts";
import type { Step } from "#domain/turn/turn.ts";
import { notFound, unavailable } from "#runtime/errors.ts";

/** Who calls waits for the answer; a page would look again instead. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;
const LATE = "It goes on, and takes longer than a call can wait. Ask again in a minute.";

/** How a rehearsal ended. @throws unavailable where it lasts */
export function waitForRehearsal(rolloverId: number): Promise<RolloverRow> {
  return waitUntil(rolloverId, async ({ state }) => state !== "rehearsing");
}

/** A run of which this step is done, or which is over. @throws unavailable where it lasts */
export function waitForStep(rolloverId: number, step: Step): Promise<RolloverRow> {
  return waitUntil(rolloverId, async (run) => run.state !== "running" || (await isOver(rolloverId, step)));
}

export function waitForUndo(rolloverId: number): Promise<RolloverRow> {
  return waitUntil(rolloverId, async ({ state }) => state !== "undoing");
}

/** The last step is over when the run is: its own row may say so a moment before. */
async function isOver(rolloverId: number, asked: Step): Promise<boolean> {
  const steps = await stepsOf({ rolloverId }, noTransaction);
  const found = steps.find(({ step }) => step === asked);
  return found?.state === "done" && steps.some(({ state }) => state === "waiting");
}

async function waitUntil(
  rolloverId: number,
  isReached: (run: RolloverRow) => Promise<boolean>,
): Promise<RolloverRow> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const run = await rolloverById({ rolloverId }, noTransaction);
    if (!run) throw notFound();
    if (await isReached(run)) return run;
    if (performance.now() > until) throw unavailable(LATE);
    await sleep(LOOK_EVERY_MS);
  }
}
