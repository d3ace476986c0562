import { transaction } from "#db/index.ts";
import { deleteOldOutcomes, isEverybodyPlaced, saveBalance } from "#db/queries/rollover/balance.ts";
import { changedParts, readFingerprint } from "#db/queries/rollover/fingerprint.ts";
import { saveOutcomes } from "#db/queries/rollover/plan.ts";
import { failRehearsal, findRun, rollBackAfter } from "#db/queries/rollover/rehearsals.ts";
import type { Run } from "#db/queries/rollover/run-states.ts";
import { rehearsalTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { STEPS, type Fingerprint } from "#domain/rollover/rollover.ts";
import { errorKind } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { checkPlaces, STEP_WORK } from "./steps.server.ts";

const REHEARSER = { system: "job:turn.rehearse" };
const FAILED =
  "The rehearsal failed because of an error in Termbook. The error was logged, and nothing was changed. Rehearse again.";

/**
 * Determines the outcome of every student and tries the run: its steps are taken in the same transaction and rolled
 * back, so that a step that would fail is known before the run.
 */
export async function rehearse({ rolloverId }: { rolloverId: number }): Promise<void> {
  try {
    await rehearsalTransaction(REHEARSER, (t) => rehearseIn(rolloverId, t));
  } catch (error) {
    if (errorKind(error) === "unavailable") throw error;
    log().error({ err: error, rolloverId }, "the rehearsal of a new term failed");
    await transaction(REHEARSER, (t) => failRehearsal({ rolloverId, fault: FAILED }, t));
  }
}

async function rehearseIn(rolloverId: number, t: TermTransaction): Promise<void> {
  const run = await findRun({ rolloverId }, t);
  if (run?.state !== "rehearsing") return;
  const fingerprint = await plan(run, t);
  if (await isEverybodyPlaced(run, t)) await rollBackAfter(t, () => takeAllSteps(run, t));
  await saveBalance(run, fingerprint, t);
  await deleteOldOutcomes(run, t);
}

/** Other people save while the rehearsal runs: a plan is valid if none of its data changed while the plan was made. */
async function plan(run: Run, t: TermTransaction): Promise<Fingerprint> {
  for (;;) {
    const before = await readFingerprint(run, t);
    await saveOutcomes(run, t);
    if (changedParts(before, await readFingerprint(run, t)).length === 0) return before;
  }
}

async function takeAllSteps(run: Run, t: TermTransaction): Promise<void> {
  const steps = STEPS.filter((step) => run.turns_year || step !== "promote");
  for (const step of steps) await STEP_WORK[step](run, t);
  await checkPlaces(run, t);
}
