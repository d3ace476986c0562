import { listDoneSteps, finishUndo, lockRollover } from "#db/queries/rollover/run-states.ts";
import { rolloverTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { persist } from "./waiting-jobs.server.ts";
import { STEP_UNDO } from "./steps.server.ts";

const UNDOER = { system: "job:turn.undo" };

type Asked = { rolloverId: number };

/** Undoes a run, all steps in one transaction. A failed attempt is repeated until it succeeds. */
export function undoRun(input: Asked): Promise<void> {
  return persist(input, {
    actor: UNDOER,
    work: () => rolloverTransaction(UNDOER, (t) => takeBackIn(input, t)),
    giveUp: (error) => {
      throw error;
    },
  });
}

async function takeBackIn(input: Asked, t: TermTransaction): Promise<void> {
  const run = await lockRollover(input, t);
  if (run?.state !== "undoing") return;
  for (const { step, before } of await listDoneSteps(input, t)) await STEP_UNDO[step](run, before, t);
  await finishUndo(input, t);
}
