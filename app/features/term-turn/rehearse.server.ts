import { transaction } from "#db/index.ts";
import { forgetOldFates, nobodyIsStuck, storeBalance } from "#db/queries/turn/balance.ts";
import { differences, fingerprintNow } from "#db/queries/turn/fingerprint.ts";
import { planFates } from "#db/queries/turn/plan.ts";
import { failRehearsal, readRun, tryOut } from "#db/queries/turn/rehearsals.ts";
import type { Run } from "#db/queries/turn/run-states.ts";
import { rehearsalTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { STEPS, type Fingerprint } from "#domain/turn/turn.ts";
import { kindOf } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import { checkPlaces, STEP_WORK } from "./steps.server.ts";

const REHEARSER = { system: "job:turn.rehearse" };
const FAILED =
  "Something went wrong on our side while it was rehearsed. It has been noted; nothing has changed.";

/**
 * Says of every student what would become of them, and tries it out: the steps of a run are taken in the same
 * transaction and taken back, so that what a run would fail of is known before (design section 6).
 */
export async function rehearse({ rolloverId }: { rolloverId: number }): Promise<void> {
  try {
    await rehearsalTransaction(REHEARSER, (t) => rehearseIn(rolloverId, t));
  } catch (error) {
    if (kindOf(error) === "unavailable") throw error;
    log().error({ err: error, rolloverId }, "a rehearsal of the turn of the term failed");
    await transaction(REHEARSER, (t) => failRehearsal({ rolloverId, fault: FAILED }, t));
  }
}

async function rehearseIn(rolloverId: number, t: TermTransaction): Promise<void> {
  const run = await readRun({ rolloverId }, t);
  if (run?.state !== "rehearsing") return;
  const fingerprint = await plan(run, t);
  if (await nobodyIsStuck(run, t)) await tryOut(t, () => takeAllSteps(run, t));
  await storeBalance(run, fingerprint, t);
  await forgetOldFates(run, t);
}

/** Others write meanwhile: the plan is good when nothing that it is made of changed while it was made. */
async function plan(run: Run, t: TermTransaction): Promise<Fingerprint> {
  for (;;) {
    const before = await fingerprintNow(run, t);
    await planFates(run, t);
    if (differences(before, await fingerprintNow(run, t)).length === 0) return before;
  }
}

async function takeAllSteps(run: Run, t: TermTransaction): Promise<void> {
  const steps = STEPS.filter((step) => run.turns_year || step !== "promote");
  for (const step of steps) await STEP_WORK[step](run, t);
  await checkPlaces(run, t);
}
