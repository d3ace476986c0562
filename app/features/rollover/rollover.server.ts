import { z } from "zod";
import { formSucceeded, rejected, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import {
  OUTDATED_FORM_MESSAGE,
  singleLineSchema,
  rowIdSchema,
  versionOrNewSchema,
} from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { findSavedCarriedOver } from "#db/queries/rollover/carried-over.ts";
import type { NewRolloverDecision } from "#db/queries/rollover/outcomes.ts";
import {
  findLatestRollover,
  findRollover,
  type RolloverRow,
  listRolloverSteps,
  type RolloverStepRow,
} from "#db/queries/rollover/rollovers.ts";
import {
  formatClockSeconds,
  formatDate,
  formatDateRange,
  formatTimeOrDateAndTime,
  toCalendarDay,
} from "#domain/dates.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termTitle, formatTerm, yearLabel } from "#domain/terms.ts";
import { type CarriedOver, DEFAULT_OUTCOME_KINDS, isRolloverInProgress } from "#domain/rollover/rollover.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { now } from "#runtime/clock.ts";
import { errorKind, notFound } from "#runtime/errors.ts";
import { findCarriedOver } from "./carried/carried-over.server.ts";
import { readRehearsal, readFinishedRollover, describeRolloverUndoObstacle } from "./read-steps.server.ts";
import {
  changeDefaultOutcome,
  nameSubjectGroups,
  saveOutcomeDecisions,
  savePastedOutcomes,
  openRolloverOutcomesPage,
  findSelectedStudents,
} from "./outcomes/decisions.server.ts";
import type { PostedStudents } from "./outcomes/outcome-list.rules.ts";
import { rehearseAgain } from "./start-rehearsal.server.ts";
import { startRollover, undoRollover } from "./start-run.server.ts";
import {
  LONGEST_SUBJECT_GROUP,
  parseRolloverParams,
  REHEARSAL_GONE_MESSAGE,
  rolloverUrl,
  type RolloverParams,
  formatChangedParts,
  type RolloverView,
  type RolloverPageBase,
  type RunningRollover,
  type RolloverStepView,
} from "./rollover.rules.ts";

/** Reads the rollover's id from the URL's parameters. @throws notFound */
export function parseRolloverId({ rolloverId }: Record<string, string | undefined>): number {
  const id = parseId(rolloverId);
  if (id === null) throw notFound(REHEARSAL_GONE_MESSAGE);
  return id;
}

/** Loads the page of a rehearsal, a running rollover or a completed one. @throws notFound */
export async function loadRollover(
  visit: Visit,
  rolloverId: number,
  query: URLSearchParams,
): Promise<RolloverView> {
  const rollover = await findRollover({ rolloverId }, noTransaction);
  if (!rollover) throw notFound(REHEARSAL_GONE_MESSAGE);
  const carriedOver = await readCarriedOver(rollover);
  const run = { ...toRolloverView(rollover, parseRolloverParams(query), visit.school.timeZone), carriedOver };
  if (isRolloverInProgress(rollover.state)) return readRunning(rollover, run, visit.school.timeZone);
  if (rollover.started_at === null) return readRehearsal(rollover, run, visit);
  return readFinishedRollover(rollover, run, visit.school.timeZone);
}

export async function findLatestRolloverId(): Promise<number | null> {
  return (await findLatestRollover(noTransaction))?.rollover_id ?? null;
}

/** Loads the current data for a rehearsal. For a rollover that has started, loads the data as it was at the start. */
function readCarriedOver(rollover: RolloverRow): Promise<CarriedOver | null> {
  const { rollover_id: rolloverId, started_at } = rollover;
  return started_at === null
    ? findCarriedOver(rollover, noTransaction)
    : findSavedCarriedOver({ rolloverId }, noTransaction);
}

function toRolloverView(
  rollover: RolloverRow,
  params: RolloverParams,
  timeZone: string,
): Omit<RolloverPageBase, "carriedOver"> {
  const { rollover_id: id, from_term_id, to_term_id, to_year_id, asked_by_name, state, fault } = rollover;
  const readAt = now();
  return {
    url: rolloverUrl(id, params),
    readAt: readAt.getTime(),
    asOf: formatClockSeconds(readAt, timeZone),
    id,
    state,
    from: { title: termTitle(from_term_id), short: formatTerm(from_term_id), yearId: rollover.from_year_id },
    to: { title: termTitle(to_term_id), short: formatTerm(to_term_id), year: yearLabel(to_year_id) },
    dates: formatDateRange(rollover.term_start, rollover.term_end),
    sessions: rollover.total_sessions,
    endsYear: rollover.turns_year,
    requested: {
      by: asked_by_name,
      at: formatTimeOrDateAndTime(rollover.rehearsed_at ?? rollover.asked_at, { timeZone, now: readAt }),
    },
    begun: begunOf(rollover, timeZone),
    fault,
    balance: rollover,
    params,
  };
}

function begunOf(
  { started_at, started_by_name, ended_at, undone_at }: RolloverRow,
  timeZone: string,
): RolloverPageBase["begun"] {
  if (started_at === null) return null;
  const ended = undone_at ?? ended_at;
  return {
    by: started_by_name ?? "",
    day: formatDate(toCalendarDay(started_at, timeZone)),
    at: formatClockSeconds(started_at, timeZone),
    ended: ended && formatClockSeconds(ended, timeZone),
  };
}

/** The most characters of a pasted list, enough for all students of a large school with their names. */
const MOST_PASTED = 100_000;
const TOO_LONG = "This list is too long. Paste the list in two parts.";

const KINDS = ["promote", "repeat", "leave"] as const;

/** The new decision. Null withdraws an earlier one, so that the student's report decides again. */
const destination = z
  .string(OUTDATED_FORM_MESSAGE)
  .transform((text, { addIssue }): NewRolloverDecision | null => {
    if (text === "report") return null;
    const kind = KINDS.find((item) => item === text);
    if (kind) return { kind, classId: null, formClassId: null };
    const [, id] = /^class (\d+)$/.exec(text) ?? [];
    const classId = parseId(id);
    if (classId !== null) return { kind: "class", classId, formClassId: null };
    addIssue({ code: "custom", message: OUTDATED_FORM_MESSAGE });
    return z.NEVER;
  });

export type RolloverInput = z.input<typeof RolloverFormSchema>;

export const RolloverFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("again") }),
  z.object({ intent: z.literal("decide"), destination }),
  /** Opens another page of the list. The form is posted to the address of that page. */
  z.object({ intent: z.literal("page") }),
  z.object({
    intent: z.literal("default"),
    level: rowIdSchema,
    outcome: z.enum(DEFAULT_OUTCOME_KINDS, OUTDATED_FORM_MESSAGE),
    version: versionOrNewSchema,
  }),
  z.object({
    intent: z.literal("list"),
    students: z.string().max(MOST_PASTED, TOO_LONG).default(""),
    destination,
  }),
  z.object({
    intent: z.literal("groups"),
    groups: z.record(z.string(), singleLineSchema(LONGEST_SUBJECT_GROUP).default("")),
    was: z.record(z.string(), z.string().default("")).default({}),
  }),
]);

/** Reads the checkboxes of a posted page. */
export function parsePostedStudents(form: FormData): PostedStudents {
  const keysOf = (name: string) =>
    [...form.keys()].flatMap((field) => {
      const [prefix, key] = field.split(" ");
      const id = prefix === name ? parseId(key) : null;
      return id === null ? [] : [id];
    });
  return { shown: keysOf("shown"), ticked: keysOf("student") };
}

type RolloverToChange = {
  rolloverId: number;
  input: z.output<typeof RolloverFormSchema>;
  posted: PostedStudents;
  params: RolloverParams;
};

/** Rehearses again, or changes the outcome of the selected students. @throws notFound */
export async function submitRolloverForm(person: Person, change: RolloverToChange): Promise<FormOutcome> {
  const { rolloverId, input, posted, params } = change;
  try {
    if (input.intent === "again") {
      const again = await rehearseAgain(person, { rolloverId });
      return formSucceeded(rolloverUrl(again.rolloverId));
    }
    if (input.intent === "default") return await changeDefaultOutcome(person, { rolloverId, input });
    if (input.intent === "list") return await savePastedOutcomes(person, { rolloverId, ...input });
    if (input.intent === "groups") return await nameSubjectGroups(person, { rolloverId, ...input });
    if (input.intent === "page") return await openRolloverOutcomesPage(rolloverId, posted, params);
    const studentKeys = await findSelectedStudents(rolloverId, posted, params);
    if (studentKeys.length === 0) return rejected("Select the students to move.");
    const decided = await saveOutcomeDecisions(person, {
      rolloverId,
      studentKeys,
      decision: input.destination,
    });
    if (decided.kind === "invalid") return rejected("This class no longer exists. Choose another class.");
    if (decided.count === 0 && input.destination === null)
      return rejected("These students already follow their reports.");
    const shown: RolloverParams = { ...params, selection: null, toggled: [], page: 1 };
    const words = `Outcome of ${formatCountOf(decided.count, "student")} changed`;
    return formSucceeded(rolloverUrl(decided.rolloverId ?? rolloverId, shown), words, { seconds: 5 });
  } catch (error) {
    return stale(conflictWords(error));
  }
}

/**
 * Starts the rollover, but only once however often the button is pressed. If the rollover cannot start, the result says
 * why.
 * @throws notFound
 */
export async function submitRolloverStart(
  person: Person,
  { rolloverId }: { rolloverId: number },
): Promise<FormOutcome> {
  try {
    const started = await startRollover(person, { rolloverId });
    const to = rolloverUrl(started.rolloverId);
    switch (started.kind) {
      case "running":
      case "done":
        return formSucceeded(to, await firstWords(started.rolloverId), { seconds: 5 });
      case "stale":
        return notDone(to, staleWords(formatChangedParts(started.changed)));
      default:
        return formSucceeded(to);
    }
  } catch (error) {
    return notDone(rolloverUrl(rolloverId), conflictWords(error));
  }
}

/** `seen` is the latest entry of the new term that the dialog listed; 0 for none. */
export const UndoRolloverFormSchema = z.object({ seen: versionOrNewSchema.optional() });

/**
 * Undoes a rollover, unless somebody has entered something in its term that the person has not seen.
 * @throws notFound
 */
export async function submitRolloverUndo(
  { person, school }: Visit,
  request: { rolloverId: number; seen?: number },
): Promise<FormOutcome> {
  const { rolloverId } = request;
  const undone = await undoRollover(person, request);
  const to = rolloverUrl(rolloverId);
  switch (undone.kind) {
    case "undoing":
      return formSucceeded(to);
    case "closed":
      return notDone(
        to,
        `The start of the new term was not undone. ${describeRolloverUndoObstacle(undone.by, school.timeZone)} Check the entries that would be kept, then undo again.`,
      );
    case "not-done":
      return notDone(to, "You can undo only the latest new term, and only while it is the current term.");
  }
}

/** Returns to the page with a message about the refusal. The page shows the current state. */
function notDone(to: string, words: string): FormOutcome {
  return formSucceeded(to, words, { seconds: 5, tone: "refused" });
}

/** Returns text such as `S. Nabbie had already started the new term. It was not started a second time.` */
async function firstWords(rolloverId: number): Promise<string> {
  const run = await findRollover({ rolloverId }, noTransaction);
  return `${run?.started_by_name ?? "Somebody"} had already started the new term. It was not started a second time.`;
}

function staleWords(changed: string | null): string {
  return changed === null
    ? "The rehearsal was out of date, so no student was moved. This page shows the current state."
    : `School data changed after the rehearsal: ${changed}. A new rehearsal has started, and no student was moved.`;
}

/**
 * Returns the message of a conflict, which changed nothing. Rethrows the error of `checkVersion` and any other error.
 */
function conflictWords(error: unknown): string {
  if (!(error instanceof Error) || errorKind(error) !== "conflict" || "outcome" in error) throw error;
  return error.message;
}

/** Loads a rollover or an undo that is running. Nobody can work meanwhile. */
async function readRunning(
  rollover: RolloverRow,
  run: RolloverPageBase,
  timeZone: string,
): Promise<RunningRollover> {
  const steps = await listRolloverSteps({ rolloverId: rollover.rollover_id }, noTransaction);
  const taken = steps.filter(({ state }) => state !== "skipped");
  return { ...run, kind: "running", steps: taken.map((step, index) => shownStep(step, taken[index - 1])) };

  function shownStep(step: RolloverStepRow, before: RolloverStepRow | undefined): RolloverStepView {
    if (step.state === "done" && step.ended_at !== null) {
      return {
        step: step.step,
        state: "done",
        words: `Done at ${formatClockSeconds(step.ended_at, timeZone)}`,
      };
    }
    if (step.state === "undone") return { step: step.step, state: "undone", words: "Undone" };
    const since = before ? before.ended_at : rollover.started_at;
    if (rollover.state === "undoing" || since === null) {
      return { step: step.step, state: "waiting", words: waitsFor(before) };
    }
    return {
      step: step.step,
      state: "running",
      words: `Running since ${formatClockSeconds(since, timeZone)}`,
    };
  }
}

function waitsFor(before: RolloverStepRow | undefined): string {
  return before ? `Waiting for step ${before.position}` : "Waiting";
}
