import { setTimeout as sleep } from "node:timers/promises";
import { transaction, noTransaction } from "#db/index.ts";
import { advance, undoAdvance, type BeforeAdvance } from "#db/queries/rollover/advance.ts";
import {
  deleteOldOutcomes,
  isEverybodyPlaced,
  saveBalance,
  countMisplaced,
} from "#db/queries/rollover/balance.ts";
import { changedParts, readFingerprint } from "#db/queries/rollover/fingerprint.ts";
import { saveOutcomes } from "#db/queries/rollover/plan.ts";
import {
  promoteStudents,
  countPromoted,
  undoPromote,
  type BeforePromote,
} from "#db/queries/rollover/promote.ts";
import { registerAllStudents, undoRegister } from "#db/queries/rollover/register.ts";
import { failRehearsal, findRun, rollBackAfter } from "#db/queries/rollover/rehearsals.ts";
import {
  type Run,
  recordFailure,
  listUnfinishedRollovers,
  listDoneSteps,
  finishUndo,
  lockRollover,
  beginUndo,
  finishRun,
  finishStep,
  findNextStep,
} from "#db/queries/rollover/run-states.ts";
import { rehearsalTransaction, type TermTransaction, rolloverTransaction } from "#db/term-transaction.ts";
import { STEPS, type Fingerprint, type Step } from "#domain/rollover/rollover.ts";
import { rolloverSteps, undoRolloverJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { now } from "#runtime/clock.ts";
import { errorKind } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";

const REHEARSER = { system: "job:turn.rehearse" };
const REHEARSAL_FAILED =
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
    await transaction(REHEARSER, (t) => failRehearsal({ rolloverId, fault: REHEARSAL_FAILED }, t));
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

type StepInput = { rolloverId: number };

const STEP_FAILED =
  "A step failed because of an error in Termbook, so everything was put back. The reason is in the server's log.";

/**
 * Returns the job for one step of a run: one transaction that also queues the next step's job. A step is never done
 * twice, even if its job is sent twice. If a step fails for good, the whole run is undone.
 */
export function runStep(step: Step): (input: StepInput) => Promise<void> {
  const actor = { system: `job:turn.${step}` };
  const takeStep = (input: StepInput) => rolloverTransaction(actor, (t) => stepIn(step, input, t));
  const giveUp = ({ rolloverId }: StepInput) =>
    transaction(actor, async (t) => {
      const undo = { rolloverId, accountId: null, fault: STEP_FAILED, from: "running" } as const;
      if (await beginUndo(undo, t)) await enqueue(undoRolloverJob, { rolloverId }, t);
    });
  return (input) => persist(input, { actor, work: () => takeStep(input), giveUp: () => giveUp(input) });
}

async function stepIn(step: Step, { rolloverId }: StepInput, t: TermTransaction): Promise<void> {
  const run = await lockRollover({ rolloverId }, t);
  if (run?.state !== "running" || (await findNextStep({ rolloverId }, t)) !== step) return;
  const begunAt = now();
  const outcome = await STEP_WORK[step](run, t);
  await finishStep({ rolloverId, step, begunAt, ...outcome }, t);
  await goOn(run, t);
}

async function goOn(run: Run, t: TermTransaction): Promise<void> {
  const rolloverId = run.rollover_id;
  const next = await findNextStep({ rolloverId }, t);
  if (next) return enqueue(rolloverSteps[next], { rolloverId }, t);
  await checkPlaces(run, t);
  await finishRun({ rolloverId }, t);
}

const UNDOER = { system: "job:turn.undo" };

/** Undoes a run, all steps in one transaction. A failed attempt is repeated until it succeeds. */
export function undoRun(input: StepInput): Promise<void> {
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
  for (const { step, before } of await listDoneSteps(input, t)) await STEP_UNDO[step](run, before, t);
  await finishUndo(input, t);
}

/** The result of a step: the number of its students, and the data that its undo needs. */
type Outcome = { students: number; before: object | null };

/** A rehearsal and a run take the same steps. */
const STEP_WORK: Readonly<Record<Step, (run: Run, t: TermTransaction) => Promise<Outcome>>> = {
  advance: async (run, t) => ({ students: 0, before: await advance(run, t) }),
  register: async (run, t) => ({ students: await registerAllStudents(run, t), before: null }),
  promote: async (run, t) => {
    const before = await promoteStudents(run, t);
    return { students: await countPromoted(run, t), before };
  },
};

/** The undo of each step receives the data in the step's own row. */
const STEP_UNDO: Readonly<
  Record<Step, (run: Run, before: object | null, t: TermTransaction) => Promise<void>>
> = {
  advance: (run, before, t) => undoAdvance(run, before as BeforeAdvance, t),
  register: (run, _, t) => undoRegister(run, t),
  promote: (run, before, t) => undoPromote(run, before as BeforePromote, t),
};

/** @throws Error when a student is not in the class that the student's outcome names */
async function checkPlaces(run: Run, t: TermTransaction): Promise<void> {
  const students = await countMisplaced(run, t);
  if (students > 0) throw new Error(`${students} students are not where the journal says`);
}

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
async function persist(input: { rolloverId: number }, { actor, work, giveUp }: Work): Promise<void> {
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
