import {
  beginUndo,
  finishRun,
  finishStep,
  lockRollover,
  findNextStep,
  type Run,
} from "#db/queries/rollover/run-states.ts";
import { transaction } from "#db/index.ts";
import { rolloverTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Step } from "#domain/rollover/rollover.ts";
import { rolloverSteps, undoRolloverJob } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { now } from "#runtime/clock.ts";
import { persist } from "./waiting-jobs.server.ts";
import { checkPlaces, STEP_WORK } from "./steps.server.ts";

type Asked = { rolloverId: number };

const FAILED =
  "A step failed because of an error in Termbook, so everything was put back. The reason is in the server's log.";

/**
 * Returns the job for one step of a run: one transaction that also queues the next step's job. A step is never done
 * twice, even if its job is sent twice. If a step fails for good, the whole run is undone.
 */
export function runStep(step: Step): (input: Asked) => Promise<void> {
  const actor = { system: `job:turn.${step}` };
  const takeStep = (input: Asked) => rolloverTransaction(actor, (t) => stepIn(step, input, t));
  const giveUp = ({ rolloverId }: Asked) =>
    transaction(actor, async (t) => {
      const undo = { rolloverId, accountId: null, fault: FAILED, from: "running" } as const;
      if (await beginUndo(undo, t)) await enqueue(undoRolloverJob, { rolloverId }, t);
    });
  return (input) => persist(input, { actor, work: () => takeStep(input), giveUp: () => giveUp(input) });
}

async function stepIn(step: Step, { rolloverId }: Asked, t: TermTransaction): Promise<void> {
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
