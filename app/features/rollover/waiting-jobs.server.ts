import { setTimeout as sleep } from "node:timers/promises";
import { noTransaction, transaction } from "#db/index.ts";
import { recordFailure, listUnfinishedRollovers } from "#db/queries/rollover/run-states.ts";
import type { Step } from "#domain/rollover/rollover.ts";
import { errorKind } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";

/** The school is closed while a run is under way, so passing failures are retried soon, but not for long. */
const MOST_ATTEMPTS = 5;
const BETWEEN_MS = 500;

type Work = {
  actor: { system: string };
  work: () => Promise<void>;
  /** Called after a permanent failure. */
  giveUp: (error: unknown) => Promise<void>;
};

/**
 * Counts failures in the row of the run, because the next attempt may be another worker's.
 * @throws while the database is away
 */
export async function persist(input: { rolloverId: number }, { actor, work, giveUp }: Work): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      log().error({ err: error, ...input, actor: actor.system }, "a step of the move to a new term failed");
      const attempts = await transaction(actor, (t) => recordFailure(input, t));
      if (attempts === 0) return;
      if (errorKind(error) !== "unavailable" || attempts >= MOST_ATTEMPTS) return giveUp(error);
      await sleep(attempts * BETWEEN_MS);
    }
  }
}

type Stage = "rehearse" | Step | "undo";

const STAGE_OF_STATE = { rehearsing: "rehearse", undoing: "undo" } as const;

/** Returns a function that lists the rehearsals and runs that wait for this job, even if the queue has lost them. */
export function listWaitingAt(stage: Stage): () => Promise<{ rolloverId: number }[]> {
  return async () => {
    const left = await listUnfinishedRollovers(noTransaction);
    return left
      .filter(({ state, step }) => (state === "running" ? step : STAGE_OF_STATE[state]) === stage)
      .map(({ rollover_id: rolloverId }) => ({ rolloverId }));
  };
}
