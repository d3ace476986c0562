import { setTimeout as sleep } from "node:timers/promises";
import { noTransaction, transaction } from "#db/index.ts";
import { noteFailure, unfinishedRollovers } from "#db/queries/turn/run-states.ts";
import type { Step } from "#domain/turn/turn.ts";
import { kindOf } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";

/** The school is closed meanwhile: what another try may get past is tried again soon, and not for long. */
const MOST_ATTEMPTS = 5;
const BETWEEN_MS = 500;

type Work = {
  actor: { system: string };
  work: () => Promise<void>;
  /** For what fails for good. */
  giveUp: (error: unknown) => Promise<void>;
};

/** Failures are counted in the row of the run, for a worker may be another one by then. @throws while the database is away */
export async function persist(asked: { rolloverId: number }, { actor, work, giveUp }: Work): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      log().error({ err: error, ...asked, actor: actor.system }, "a part of the turn of the term failed");
      const attempts = await transaction(actor, (t) => noteFailure(asked, t));
      if (attempts === 0) return;
      if (kindOf(error) !== "unavailable" || attempts >= MOST_ATTEMPTS) return giveUp(error);
      await sleep(attempts * BETWEEN_MS);
    }
  }
}

type Stage = "rehearse" | Step | "undo";

const STAGE_OF_STATE = { rehearsing: "rehearse", undoing: "undo" } as const;

/** The rehearsals and runs that wait for this job, however the queue came to forget them. */
export function leftAt(stage: Stage): () => Promise<{ rolloverId: number }[]> {
  return async () => {
    const left = await unfinishedRollovers(noTransaction);
    return left
      .filter(({ state, step }) => (state === "running" ? step : STAGE_OF_STATE[state]) === stage)
      .map(({ rollover_id: rolloverId }) => ({ rolloverId }));
  };
}
