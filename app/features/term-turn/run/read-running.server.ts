import { noTransaction } from "#db/index.ts";
import { stepsOf, type RolloverRow, type StepRow } from "#db/queries/turn/rollovers.ts";
import { clockSeconds } from "#domain/dates.ts";
import type { Running, ShownStep, Turn } from "../turn.ts";

/** A run, or its undo, while the school is closed. */
export async function readRunning(rollover: RolloverRow, turn: Turn, timeZone: string): Promise<Running> {
  const steps = await stepsOf({ rolloverId: rollover.rollover_id }, noTransaction);
  const taken = steps.filter(({ state }) => state !== "skipped");
  return { ...turn, kind: "running", steps: taken.map((step, place) => shownStep(step, taken[place - 1])) };

  function shownStep(step: StepRow, before: StepRow | undefined): ShownStep {
    if (step.state === "done" && step.ended_at !== null) {
      return { step: step.step, state: "done", words: `Done at ${clockSeconds(step.ended_at, timeZone)}` };
    }
    if (step.state === "undone") return { step: step.step, state: "undone", words: "Put back" };
    const since = before ? before.ended_at : rollover.started_at;
    if (rollover.state === "undoing" || since === null) {
      return { step: step.step, state: "waiting", words: waitsFor(before) };
    }
    return { step: step.step, state: "running", words: `Running since ${clockSeconds(since, timeZone)}` };
  }
}

function waitsFor(before: StepRow | undefined): string {
  return before ? `Waits for step ${before.position}` : "Waits";
}
