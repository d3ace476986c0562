import { setTimeout as sleep } from "node:timers/promises";
import { noTransaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import {
  findLastRollover,
  type RolloverRow,
  findRollover,
  listSteps,
} from "#db/queries/rollover/rollovers.ts";
import { countUnplacedByReason } from "#db/queries/rollover/outcomes.ts";
import { countRegistrations, type RegisteredCounts } from "#db/queries/rollover/register.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { TermDatesInput, TermFaults } from "#domain/rollover/term-dates.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { isUnderWay, type Step } from "#domain/rollover/rollover.ts";
import { startRehearsal } from "./start-rehearsal.server.ts";
import { startRollover, undoRollover } from "./start-run.server.ts";
import { notFound, unavailable } from "#runtime/errors.ts";

/** The rollover for the API, which calls one step after the other: each call answers when its step is over. */

export type Advanced =
  | { kind: "advanced"; run: RolloverRow }
  | { kind: "invalid"; faults: TermFaults }
  /** The rollover is impossible, for the reason in `words`. */
  | { kind: "refused"; words: string };

const STALE = "School data changed during the rehearsal. Send the request again.";
const UNDER_WAY = "The new term is being set up.";
const FAILED = "The new term could not be started, and everything was put back as it was.";

/** Rehearses the rollover to the next term and begins it, unless somebody has nowhere to go. */
export async function advanceTerm(person: Person, given: TermDatesInput): Promise<Advanced> {
  const result = await startRehearsal(person, given);
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

/** Waits for a step of the last run. Returns null when no run is under way and no run led to the current term. */
export async function currentStep(step: Step): Promise<Advanced | null> {
  const run = await findLastRollover(noTransaction);
  if (!run || !(isUnderWay(run.state) || (await isOfCurrentTerm(run)))) return null;
  return afterStep(await waitForStep(run.rollover_id, step));
}

/** Counts the students registered in the last run's term. Returns null in the same cases as `currentStep`. */
export async function countRegistered(): Promise<RegisteredCounts | null> {
  const run = await findLastRollover(noTransaction);
  if (!run || run.state === "undone") return null;
  return isUnderWay(run.state) || (await isOfCurrentTerm(run))
    ? countRegistrations(run, noTransaction)
    : null;
}

/** After a rollover the school can be set to an earlier term again: the run says nothing about that term. */
async function isOfCurrentTerm({ state, to_term_id }: RolloverRow): Promise<boolean> {
  return state === "done" && (await getCurrentTerm(noTransaction))?.academic_term_id === to_term_id;
}

/** Undoes the last run, on the same conditions as the page. */
export async function undoLastRollover(person: Person): Promise<{ ok: boolean; words: string }> {
  const run = await findLastRollover(noTransaction);
  if (!run) return { ok: false, words: "There is no new term to undo." };
  const undone = await undoRollover(person, { rolloverId: run.rollover_id });
  if (undone.kind === "not-done") return { ok: false, words: "The last new term can no longer be undone." };
  if (undone.kind === "closed") {
    const who = [undone.by.first_name, undone.by.last_name].filter(Boolean).join(" ") || undone.by.user_name;
    return { ok: false, words: `The new term can no longer be undone: ${who} has changed something in it.` };
  }
  await waitForUndo(run.rollover_id);
  return { ok: true, words: "The new term was undone." };
}

function afterStep(run: RolloverRow): Advanced {
  const isLost = run.state === "undone" || run.state === "undoing";
  return isLost ? { kind: "refused", words: FAILED } : { kind: "advanced", run };
}

async function whoIsStuck({ rollover_id: rolloverId }: RolloverRow): Promise<string> {
  const stuck = await countUnplacedByReason({ rolloverId }, noTransaction);
  const names = stuck.map((student) => [registerName(student), student.was_label].filter(Boolean).join(", "));
  const who = `${formatCountOf(stuck.length, "student")} ${stuck.length === 1 ? "has" : "have"}`;
  return `${who} no class to go to: ${names.join("; ")}`;
}

/** The longest time that an API call waits for the outcome. A page refreshes itself instead. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 50;
const LATE = "The work is still running and takes longer than one request can wait. Ask again in a minute.";

/** Waits until a rehearsal has ended. @throws unavailable when the wait is too long */
function waitForRehearsal(rolloverId: number): Promise<RolloverRow> {
  return waitUntil(rolloverId, async ({ state }) => state !== "rehearsing");
}

/** Waits until a run has done this step or is over. @throws unavailable when the wait is too long */
function waitForStep(rolloverId: number, step: Step): Promise<RolloverRow> {
  return waitUntil(rolloverId, async (run) => run.state !== "running" || (await isOver(rolloverId, step)));
}

function waitForUndo(rolloverId: number): Promise<RolloverRow> {
  return waitUntil(rolloverId, async ({ state }) => state !== "undoing");
}

/**
 * Tells whether a step is over. The last step is over only when the run is, because its own row may be marked done
 * slightly earlier.
 */
async function isOver(rolloverId: number, input: Step): Promise<boolean> {
  const steps = await listSteps({ rolloverId }, noTransaction);
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
