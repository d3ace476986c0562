import { z } from "zod";
import { done, rejected, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { NOT_OUR_FORM } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, type Transaction } from "#db/index.ts";
import { storedCarriedOver } from "#db/queries/turn/carried-over.ts";
import {
  type Decision,
  isDecisionPossible,
  storeDecisions,
  takeDecisionsBack,
} from "#db/queries/turn/decisions.ts";
import {
  latestRollover,
  rolloverById,
  type RolloverRow,
  stepsOf,
  type StepRow,
} from "#db/queries/turn/rollovers.ts";
import { clockSeconds, formatDate, formatSpan, formatWhen, dayOf } from "#domain/dates.ts";
import { idOf } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termTitle, termWords, yearLabel } from "#domain/terms.ts";
import type { CarriedOver } from "#domain/turn/carried.ts";
import { isUnderWay } from "#domain/turn/turn.ts";
import { now } from "#runtime/clock.ts";
import { kindOf, notFound, conflict } from "#runtime/errors.ts";
import { findCarriedOver } from "./carried/carried-over.server.ts";
import { readRehearsal } from "./rehearsal/read-rehearsal.server.ts";
import { rehearseAgain, askAgain, TURNED_SINCE } from "./rehearse-turn.server.ts";
import { readFinished, wordsOf } from "./run/read-finished.server.ts";
import { startTurn } from "./start-turn.server.ts";
import { turnPlaceIn, turnUrl, type TurnPlace } from "./turn-place.rules.ts";
import { changedWords } from "./turn-words.rules.ts";
import type { ShownTurn, Turn, Running, ShownStep } from "./turn.ts";
import { undoTurn } from "./undo-turn.server.ts";
import { currentTerm } from "#db/queries/school.ts";
import { termTransaction } from "#db/term-transaction.ts";

/** Returns the id in a rollover's address. @throws notFound */
export function rolloverIdIn({ rolloverId }: Record<string, string | undefined>): number {
  const id = idOf(rolloverId);
  if (id === null) throw notFound("This rehearsal no longer exists, or you cannot open it.");
  return id;
}

/** Loads the page of a rollover: a rehearsal, a run under way, or a finished run. @throws notFound */
export async function loadTurn(visit: Visit, rolloverId: number, query: URLSearchParams): Promise<ShownTurn> {
  const rollover = await rolloverById({ rolloverId }, noTransaction);
  if (!rollover) throw notFound("This rehearsal no longer exists, or you cannot open it.");
  const carriedOver = await readCarriedOver(rollover);
  const turn = { ...turnOf(rollover, turnPlaceIn(query), visit.school.timeZone), carriedOver };
  if (isUnderWay(rollover.state)) return readRunning(rollover, turn, visit.school.timeZone);
  if (rollover.started_at === null) return readRehearsal(rollover, turn, visit);
  return readFinished(rollover, turn, visit.school.timeZone);
}

export async function latestTurnId(): Promise<number | null> {
  return (await latestRollover(noTransaction))?.rollover_id ?? null;
}

/** Reads the present data for a rehearsal, and those at the beginning of the run for a run. */
function readCarriedOver(rollover: RolloverRow): Promise<CarriedOver | null> {
  const { rollover_id: rolloverId, started_at } = rollover;
  return started_at === null
    ? findCarriedOver(rollover, noTransaction)
    : storedCarriedOver({ rolloverId }, noTransaction);
}

function turnOf(rollover: RolloverRow, place: TurnPlace, timeZone: string): Omit<Turn, "carriedOver"> {
  const { rollover_id: id, from_term_id, to_term_id, to_year_id, asked_by_name, state, fault } = rollover;
  const readAt = now();
  return {
    url: turnUrl(id, place),
    readAt: readAt.getTime(),
    asOf: clockSeconds(readAt, timeZone),
    id,
    state,
    from: { title: termTitle(from_term_id), short: termWords(from_term_id) },
    to: { title: termTitle(to_term_id), short: termWords(to_term_id), year: yearLabel(to_year_id) },
    dates: formatSpan(rollover.term_start, rollover.term_end),
    sessions: rollover.total_sessions,
    turnsYear: rollover.turns_year,
    asked: {
      by: asked_by_name,
      at: formatWhen(rollover.rehearsed_at ?? rollover.asked_at, { timeZone, now: readAt }),
    },
    begun: begunOf(rollover, timeZone),
    fault,
    balance: rollover,
    place,
  };
}

function begunOf(
  { started_at, started_by_name, ended_at, undone_at }: RolloverRow,
  timeZone: string,
): Turn["begun"] {
  if (started_at === null) return null;
  const ended = undone_at ?? ended_at;
  return {
    by: started_by_name ?? "",
    day: formatDate(dayOf(started_at, timeZone)),
    at: clockSeconds(started_at, timeZone),
    ended: ended && clockSeconds(ended, timeZone),
  };
}

const KINDS = ["promote", "repeat", "leave"] as const;

/** Null takes back a decision that was made for the rollover. */
const destination = z.string(NOT_OUR_FORM).transform((text, { addIssue }): Decision | null => {
  if (text === "report") return null;
  const kind = KINDS.find((each) => each === text);
  if (kind) return { kind, classId: null, formClassId: null };
  const [, id] = /^class (\d+)$/.exec(text) ?? [];
  const classId = idOf(id);
  if (classId !== null) return { kind: "class", classId, formClassId: null };
  addIssue({ code: "custom", message: NOT_OUR_FORM });
  return z.NEVER;
});

export type TurnInput = z.input<typeof TurnForm>;

export const TurnForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("again") }),
  z.object({ intent: z.literal("decide"), destination }),
]);

/** Returns the students whose boxes are ticked: `student 12`. */
export function tickedIn(form: FormData): number[] {
  return [...form.keys()].flatMap((field) => {
    const [, key] = /^student (\d+)$/.exec(field) ?? [];
    const id = idOf(key);
    return id === null ? [] : [id];
  });
}

type TurnToChange = {
  rolloverId: number;
  input: z.output<typeof TurnForm>;
  studentKeys: readonly number[];
  place: TurnPlace;
};

/** Rehearses once more, or sends the ticked students elsewhere. @throws notFound */
export async function changeTurn(person: Person, change: TurnToChange): Promise<Outcome> {
  const { rolloverId, input, studentKeys, place } = change;
  try {
    if (input.intent === "again") {
      const again = await rehearseAgain(person, { rolloverId });
      return done(turnUrl(again.rolloverId));
    }
    if (studentKeys.length === 0) return rejected("Select the students to move.");
    const decided = await decideFates(person, { rolloverId, studentKeys, decision: input.destination });
    if (decided.kind === "invalid") return rejected("This class no longer exists. Choose another class.");
    const shown = { ...place, isTicked: false, page: 1 };
    return done(turnUrl(decided.rolloverId ?? rolloverId, shown));
  } catch (error) {
    return stale(conflictWords(error));
  }
}

/**
 * Begins the run once, however often people press the button; if it cannot begin, the page says why.
 * @throws notFound
 */
export async function startRun(person: Person, { rolloverId }: { rolloverId: number }): Promise<Outcome> {
  try {
    const started = await startTurn(person, { rolloverId });
    const to = turnUrl(started.rolloverId);
    switch (started.kind) {
      case "running":
      case "done":
        return done(to, await firstWords(started.rolloverId), { seconds: 5 });
      case "stale":
        return notDone(to, staleWords(changedWords(started.changed)));
      default:
        return done(to);
    }
  } catch (error) {
    return notDone(turnUrl(rolloverId), conflictWords(error));
  }
}

/** Takes a run back as long as nobody has written in its term. @throws notFound */
export async function undoRun(
  { person, school }: Visit,
  { rolloverId }: { rolloverId: number },
): Promise<Outcome> {
  const undone = await undoTurn(person, { rolloverId });
  const to = turnUrl(rolloverId);
  switch (undone.kind) {
    case "undoing":
      return done(to);
    case "closed":
      return notDone(to, `The new term can no longer be undone. ${wordsOf(undone.by, school.timeZone)}`);
    case "not-done":
      return notDone(to, "You can undo only the latest new term, and only while it is the current term.");
  }
}

/** A message over the page, which shows the present state. */
function notDone(to: string, words: string): Outcome {
  return done(to, words, { seconds: 5, tone: "refused" });
}

/** Returns words such as `S. Nabbie had already started the new term. Nothing was started twice.` */
async function firstWords(rolloverId: number): Promise<string> {
  const run = await rolloverById({ rolloverId }, noTransaction);
  return `${run?.started_by_name ?? "Somebody"} had already started the new term. Nothing was started twice.`;
}

function staleWords(changed: string | null): string {
  return changed === null
    ? "That rehearsal was out of date, so no student was moved. This page shows the current state."
    : `School data changed after the rehearsal: ${changed}. A new rehearsal has started, and no student was moved.`;
}

/** Returns the reason of a conflict, for the page on which nothing has changed; other errors are thrown on. */
function conflictWords(error: unknown): string {
  if (!(error instanceof Error) || kindOf(error) !== "conflict") throw error;
  return error.message;
}

/** Reads a run, or its undo, while the school is closed. */
async function readRunning(rollover: RolloverRow, turn: Turn, timeZone: string): Promise<Running> {
  const steps = await stepsOf({ rolloverId: rollover.rollover_id }, noTransaction);
  const taken = steps.filter(({ state }) => state !== "skipped");
  return { ...turn, kind: "running", steps: taken.map((step, place) => shownStep(step, taken[place - 1])) };

  function shownStep(step: StepRow, before: StepRow | undefined): ShownStep {
    if (step.state === "done" && step.ended_at !== null) {
      return { step: step.step, state: "done", words: `Done at ${clockSeconds(step.ended_at, timeZone)}` };
    }
    if (step.state === "undone") return { step: step.step, state: "undone", words: "Undone" };
    const since = before ? before.ended_at : rollover.started_at;
    if (rollover.state === "undoing" || since === null) {
      return { step: step.step, state: "waiting", words: waitsFor(before) };
    }
    return { step: step.step, state: "running", words: `Running since ${clockSeconds(since, timeZone)}` };
  }
}

function waitsFor(before: StepRow | undefined): string {
  return before ? `Waiting for step ${before.position}` : "Waiting";
}

/** `rolloverId` is the new rehearsal that the decision causes, if there was one before. */
type Decided = { kind: "decided"; count: number; rolloverId: number | null } | { kind: "invalid" };

type Asked = {
  /** The rehearsal on the page: a rehearsal of another term says nothing about this one. */
  rolloverId: number;
  studentKeys: readonly number[];
  /** Null takes back a decision that was made for the rollover, so that the report decides again. */
  decision: Decision | null;
};

/**
 * Stores where these students go when the year ends. This decision is separate from the report, which may be signed and
 * stays as it is; the decision overrides the report.
 * @throws notFound, conflict when another term is now the current one
 */
export function decideFates(person: Person, { rolloverId, studentKeys, decision }: Asked): Promise<Decided> {
  return termTransaction(person, async (t) => {
    const [current, looked] = [await currentTerm(t), await rolloverById({ rolloverId }, t)];
    if (!current || !looked) throw notFound("This rehearsal no longer exists, or you cannot open it.");
    if (looked.from_term_id !== current.academic_term_id) throw conflict(TURNED_SINCE);
    const academicYearId = current.academic_year_id;
    if (decision && !(await isDecisionPossible({ ...decision, academicYearId }, t)))
      return { kind: "invalid" };
    const of = { studentKeys, academicYearId };
    const count = decision
      ? await storeDecisions({ ...of, decision, accountId: person.accountId }, t)
      : await takeDecisionsBack(of, t);
    return { kind: "decided", count, rolloverId: count > 0 ? await rehearsedAnew(person, t) : null };
  });
}

async function rehearsedAnew(person: Person, t: Transaction): Promise<number | null> {
  const latest = await latestRollover(t);
  const current = await currentTerm(t);
  if (!latest || latest.started_at !== null || latest.from_term_id !== current?.academic_term_id) return null;
  return (await askAgain(person, latest, t)).rolloverId;
}
