import { setTimeout as sleep } from "node:timers/promises";
import { noTransaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import {
  findLastStartedRollover,
  type RolloverRow,
  findRollover,
  listRolloverSteps,
} from "#db/queries/rollover/rollovers.ts";
import { listUnplacedByReason } from "#db/queries/rollover/outcomes.ts";
import { countRegistrations, type RegisteredCounts } from "#db/queries/rollover/register.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { TermDatesInput, TermDateFaults } from "#domain/rollover/term-dates.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { isRolloverInProgress, type RolloverStepName } from "#domain/rollover/rollover.ts";
import { startRehearsal } from "./start-rehearsal.server.ts";
import { startRollover, undoRollover } from "./start-run.server.ts";
import { notFound, unavailable } from "#runtime/errors.ts";

/**
 * The result of one step of the rollover for the API, where a script calls one step after another. Each call returns
 * when its step is complete.
 */
type AdvanceResult =
  | { kind: "advanced"; run: RolloverRow }
  | { kind: "invalid"; faults: TermDateFaults }
  /** The rollover is impossible; `words` says why. */
  | { kind: "refused"; words: string };

const STALE = "School data changed during the rehearsal. Send the request again.";
const UNDER_WAY = "The new term is being set up.";
const FAILED = "The new term could not be started, so all changes were undone.";

/** Rehearses the rollover to the next term, and starts it unless a student has no class to go to. */
export async function advanceTerm(person: Person, dates: TermDatesInput): Promise<AdvanceResult> {
  const result = await startRehearsal(person, dates);
  if (result.kind === "invalid") return result;
  if (result.kind === "running") return { kind: "refused", words: UNDER_WAY };
  const rehearsed = await waitForRehearsal(result.rolloverId);
  if (rehearsed.state === "refused") return { kind: "refused", words: await whoIsStuck(rehearsed) };
  if (rehearsed.state === "failed") return { kind: "refused", words: rehearsed.fault };
  const started = await startRollover(person, result);
  if (started.kind !== "started")
    return { kind: "refused", words: started.kind === "running" ? UNDER_WAY : STALE };
  return afterStep(await waitForStep(result.rolloverId, "advance"));
}

/** Waits until a step of the last rollover is complete. Returns null if no rollover led to the current term. */
export async function waitForCurrentStep(step: RolloverStepName): Promise<AdvanceResult | null> {
  const run = await findLastStartedRollover(noTransaction);
  if (!run || !(isRolloverInProgress(run.state) || (await isOfCurrentTerm(run)))) return null;
  return afterStep(await waitForStep(run.rollover_id, step));
}

/**
 * Counts the students registered in the last rollover's term. Returns null in the same cases as `waitForCurrentStep`.
 */
export async function countRegisteredStudents(): Promise<RegisteredCounts | null> {
  const run = await findLastStartedRollover(noTransaction);
  if (!run || run.state === "undone") return null;
  return isRolloverInProgress(run.state) || (await isOfCurrentTerm(run))
    ? countRegistrations(run, noTransaction)
    : null;
}

/** Tells whether the rollover led to the current term. The school may have been set to an earlier term since. */
async function isOfCurrentTerm({ state, to_term_id }: RolloverRow): Promise<boolean> {
  return state === "done" && (await getCurrentTerm(noTransaction))?.academic_term_id === to_term_id;
}

/** Undoes the last rollover. The conditions are the same as on the page. */
export async function undoLastRollover(person: Person): Promise<{ ok: boolean; words: string }> {
  const run = await findLastStartedRollover(noTransaction);
  if (!run) return { ok: false, words: "No new term has been started, so there is nothing to undo." };
  const undone = await undoRollover(person, { rolloverId: run.rollover_id });
  if (undone.kind === "not-done")
    return { ok: false, words: "You can undo only the latest new term, while it is the current term." };
  if (undone.kind === "closed") {
    const who = [undone.by.first_name, undone.by.last_name].filter(Boolean).join(" ") || undone.by.user_name;
    return {
      ok: false,
      words: `The start of the new term was not undone: ${who} has made an entry in it. Undo the new term on its page in Termbook, which lists the entries that would be kept.`,
    };
  }
  await waitForUndo(run.rollover_id);
  return { ok: true, words: "The start of the new term was undone." };
}

function afterStep(run: RolloverRow): AdvanceResult {
  const isLost = run.state === "undone" || run.state === "undoing";
  return isLost ? { kind: "refused", words: FAILED } : { kind: "advanced", run };
}

async function whoIsStuck({ rollover_id: rolloverId }: RolloverRow): Promise<string> {
  const stuck = await listUnplacedByReason({ rolloverId }, noTransaction);
  const names = stuck.map((student) =>
    [formatRegisterName(student), student.was_label].filter(Boolean).join(", "),
  );
  const who = `${formatCountOf(stuck.length, "student")} ${stuck.length === 1 ? "has" : "have"}`;
  return `${who} no class to go to: ${names.join("; ")}`;
}

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;
const LATE = "The change of term is still in progress. Send the request again in a minute.";

/** Waits until a rehearsal is complete. @throws unavailable if that takes too long */
function waitForRehearsal(rolloverId: number): Promise<RolloverRow> {
  return waitUntil(rolloverId, async ({ state }) => state !== "rehearsing");
}

/**
 * Waits until a step of the rollover is complete or the rollover has ended.
 * @throws unavailable if that takes too long
 */
function waitForStep(rolloverId: number, step: RolloverStepName): Promise<RolloverRow> {
  return waitUntil(rolloverId, async (run) => run.state !== "running" || (await isOver(rolloverId, step)));
}

function waitForUndo(rolloverId: number): Promise<RolloverRow> {
  return waitUntil(rolloverId, async ({ state }) => state !== "undoing");
}

/** Tells whether a step is complete. The last step is complete only once the rollover itself has ended. */
async function isOver(rolloverId: number, input: RolloverStepName): Promise<boolean> {
  const steps = await listRolloverSteps({ rolloverId }, noTransaction);
  const found = steps.find(({ step }) => step === input);
  return found?.state === "done" && steps.some(({ state }) => state === "waiting");
}

async function waitUntil(
  rolloverId: number,
  isReached: (run: RolloverRow) => Promise<boolean>,
): Promise<RolloverRow> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const run = await findRollover({ rolloverId }, noTransaction);
    if (!run) throw notFound();
    if (await isReached(run)) return run;
    if (performance.now() > until) throw unavailable(LATE);
    await sleep(LOOK_EVERY_MS);
  }
}
