import { setTimeout as sleep } from "node:timers/promises";
import { transaction, noTransaction } from "#db/index.ts";
import {
  advanceToNextTerm,
  undoAdvanceToNextTerm,
  type AdvanceUndoData,
  promoteStudents,
  countPromoted,
  undoPromoteStudents,
  type PromoteUndoData,
  deleteOldRolloverOutcomes,
  isEverybodyPlaced,
  saveRehearsalBalance,
  countMisplacedStudents,
} from "#db/queries/rollover/advance.ts";
import { compareRolloverFingerprints, readRolloverFingerprint } from "#db/queries/rollover/fingerprint.ts";
import { saveRolloverOutcomes } from "#db/queries/rollover/plan.ts";
import { registerAllStudents, undoRegisterAllStudents } from "#db/queries/rollover/register.ts";
import { failRehearsal, findRolloverRun, runAndRollBack } from "#db/queries/rollover/rehearsals.ts";
import {
  type RolloverRunRow,
  recordRolloverFailure,
  listUnfinishedRollovers,
  listDoneRolloverSteps,
  finishRolloverUndo,
  lockRollover,
  beginRolloverUndo,
  finishRolloverRun,
  finishRolloverStep,
  findNextRolloverStep,
} from "#db/queries/rollover/run-states.ts";
import { rehearsalTransaction, type TermTransaction, rolloverTransaction } from "#db/term-transaction.ts";
import {
  ROLLOVER_STEPS,
  type RolloverFingerprint,
  type RolloverStepName,
} from "#domain/rollover/rollover.ts";
import { rolloverStepJobs, undoRolloverJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { now } from "#runtime/clock.ts";
import { errorKind } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";

const REHEARSER = { system: "job:turn.rehearse" };
const REHEARSAL_FAILED =
  "The rehearsal failed because of an error in Termbook. The error was logged, and nothing was changed. Rehearse again.";

/** Determines every student's outcome, then runs the steps and rolls them back to see whether any would fail. */
export async function runRehearsal({ rolloverId }: { rolloverId: number }): Promise<void> {
  try {
    await rehearsalTransaction(REHEARSER, (t) => rehearseIn(rolloverId, t));
  } catch (error) {
    if (errorKind(error) === "unavailable") throw error;
    log().error({ err: error, rolloverId }, "the rehearsal of a new term failed");
    await transaction(REHEARSER, (t) => failRehearsal({ rolloverId, fault: REHEARSAL_FAILED }, t));
  }
}

async function rehearseIn(rolloverId: number, t: TermTransaction): Promise<void> {
  const run = await findRolloverRun({ rolloverId }, t);
  if (run?.state !== "rehearsing") return;
  const fingerprint = await plan(run, t);
  if (await isEverybodyPlaced(run, t)) await runAndRollBack(t, () => takeAllSteps(run, t));
  await saveRehearsalBalance(run, fingerprint, t);
  await deleteOldRolloverOutcomes(run, t);
}

/** Determines the outcomes, starting again until nobody has saved anything in the meantime. */
async function plan(run: RolloverRunRow, t: TermTransaction): Promise<RolloverFingerprint> {
  for (;;) {
    const before = await readRolloverFingerprint(run, t);
    await saveRolloverOutcomes(run, t);
    if (compareRolloverFingerprints(before, await readRolloverFingerprint(run, t)).length === 0)
      return before;
  }
}

async function takeAllSteps(run: RolloverRunRow, t: TermTransaction): Promise<void> {
  const steps = ROLLOVER_STEPS.filter((step) => run.turns_year || step !== "promote");
  for (const step of steps) await STEP_WORK[step](run, t);
  await checkPlaces(run, t);
}

type StepInput = { rolloverId: number };

const STEP_FAILED =
  "A step failed because of an error in Termbook, so all changes were undone. The reason is in the server’s log.";

/**
 * Returns the job for one step of a rollover. A step is a single transaction, which also queues the job for the next
 * step. A step is never run twice, even if its job is. If a step fails permanently, the whole rollover is undone.
 */
export function createRolloverStepJob(step: RolloverStepName): (input: StepInput) => Promise<void> {
  const actor = { system: `job:turn.${step}` };
  const takeStep = (input: StepInput) => rolloverTransaction(actor, (t) => stepIn(step, input, t));
  const giveUp = ({ rolloverId }: StepInput) =>
    transaction(actor, async (t) => {
      const undo = { rolloverId, accountId: null, fault: STEP_FAILED, from: "running" } as const;
      if (await beginRolloverUndo(undo, t)) await enqueue(undoRolloverJob, { rolloverId }, t);
    });
  return (input) => persist(input, { actor, work: () => takeStep(input), giveUp: () => giveUp(input) });
}

async function stepIn(step: RolloverStepName, { rolloverId }: StepInput, t: TermTransaction): Promise<void> {
  const run = await lockRollover({ rolloverId }, t);
  if (run?.state !== "running" || (await findNextRolloverStep({ rolloverId }, t)) !== step) return;
  const begunAt = now();
  const outcome = await STEP_WORK[step](run, t);
  await finishRolloverStep({ rolloverId, step, begunAt, ...outcome }, t);
  await goOn(run, t);
}

async function goOn(run: RolloverRunRow, t: TermTransaction): Promise<void> {
  const rolloverId = run.rollover_id;
  const next = await findNextRolloverStep({ rolloverId }, t);
  if (next) return enqueue(rolloverStepJobs[next], { rolloverId }, t);
  await checkPlaces(run, t);
  await finishRolloverRun({ rolloverId }, t);
}

const UNDOER = { system: "job:turn.undo" };

/** Undoes all steps of a rollover in one transaction. If an attempt fails, it is repeated until one succeeds. */
export function runRolloverUndo(input: StepInput): Promise<void> {
  return persist(input, {
    actor: UNDOER,
    work: () => rolloverTransaction(UNDOER, (t) => takeBackIn(input, t)),
    giveUp: (error) => {
      throw error;
    },
  });
}

async function takeBackIn(input: StepInput, t: TermTransaction): Promise<void> {
  const run = await lockRollover(input, t);
  if (run?.state !== "undoing") return;
  for (const { step, before } of await listDoneRolloverSteps(input, t)) await STEP_UNDO[step](run, before, t);
  await finishRolloverUndo(input, t);
}

/** The result of a step: the number of students that it changed, and the data needed to undo it. */
type Outcome = { students: number; before: object | null };

/** The work of each step. Rehearsals and rollovers both use it. */
const STEP_WORK: Readonly<
  Record<RolloverStepName, (run: RolloverRunRow, t: TermTransaction) => Promise<Outcome>>
> = {
  advance: async (run, t) => ({ students: 0, before: await advanceToNextTerm(run, t) }),
  register: async (run, t) => ({ students: await registerAllStudents(run, t), before: null }),
  promote: async (run, t) => {
    const before = await promoteStudents(run, t);
    return { students: await countPromoted(run, t), before };
  },
};

/** The undo of each step. `before` is the data that the step stored for this purpose. */
const STEP_UNDO: Readonly<
  Record<RolloverStepName, (run: RolloverRunRow, before: object | null, t: TermTransaction) => Promise<void>>
> = {
  advance: (run, before, t) => undoAdvanceToNextTerm(run, before as AdvanceUndoData, t),
  register: (run, _, t) => undoRegisterAllStudents(run, t),
  promote: (run, before, t) => undoPromoteStudents(run, before as PromoteUndoData, t),
};

/**
 * Checks that every student is in the class that the outcome says.
 * @throws Error otherwise
 */
async function checkPlaces(run: RolloverRunRow, t: TermTransaction): Promise<void> {
  const students = await countMisplacedStudents(run, t);
  if (students > 0) throw new Error(`${students} students are not where the journal says`);
}

/** Nobody can work during a rollover, so a failed step is retried quickly, but only a few times. */
const MOST_ATTEMPTS = 5;
const BETWEEN_MS = 500;

type Work = {
  actor: { system: string };
  work: () => Promise<void>;
  /** Called when the work has failed for the last time. */
  giveUp: (error: unknown) => Promise<void>;
};

/**
 * Runs the work. Failures are counted in the row of the rollover, because another process may make the next attempt.
 * @throws while the database is unavailable
 */
async function persist(input: { rolloverId: number }, { actor, work, giveUp }: Work): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      log().error({ err: error, ...input, actor: actor.system }, "a step of the move to a new term failed");
      const attempts = await transaction(actor, (t) => recordRolloverFailure(input, t));
      if (attempts === 0) return;
      if (errorKind(error) !== "unavailable" || attempts >= MOST_ATTEMPTS) return giveUp(error);
      await sleep(attempts * BETWEEN_MS);
    }
  }
}

type Stage = "rehearse" | RolloverStepName | "undo";

const STAGE_OF_STATE = { rehearsing: "rehearse", undoing: "undo" } as const;

/**
 * Returns a function that lists the rollovers waiting for this job, whether for a rehearsal, the next step or an
 * undo. The list is needed if the queue loses the job.
 */
export function createWaitingRolloversQuery(stage: Stage): () => Promise<{ rolloverId: number }[]> {
  return async () => {
    const left = await listUnfinishedRollovers(noTransaction);
    return left
      .filter(({ state, step }) => (state === "running" ? step : STAGE_OF_STATE[state]) === stage)
      .map(({ rollover_id: rolloverId }) => ({ rolloverId }));
  };
}
