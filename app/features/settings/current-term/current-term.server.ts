import { z } from "zod";
import {
  formSucceeded,
  rejected,
  stale,
  checkVersion,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { rowIdSchema, versionFieldSchema } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction, type Transaction } from "#db/index.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import * as calendar from "#db/queries/calendar.ts";
import { findLatestRollover } from "#db/queries/rollover/rollovers.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { listSchoolDays } from "#domain/daily/school-days.ts";
import { formatDate, formatDateRange, formatTimeOrDateAndTime } from "#domain/dates.ts";
import { MESSAGES, describeTermChange } from "#domain/messages.ts";
import { PATHS, parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, termTitle, formatTerm, yearLabel } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { parseExistingDay } from "#domain/text/read-day.ts";
import {
  describeDataOutsideTerm,
  hasAllTermDates,
  nextTermId,
  findTermDateFaults,
  type TermDatesInput,
} from "#domain/rollover/term-dates.ts";
import { isRolloverInProgress } from "#domain/rollover/rollover.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { hasAccess } from "#access/permissions.ts";
import { listEntryWindows } from "#db/queries/entry/entry-windows.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatEntryWindows } from "#domain/entry/windows.ts";
import { formatRegisterName } from "#domain/names.ts";
import { readRolloverObstacles } from "../readiness-board/read-readiness.server.ts";
import { readYearWithTerms, type YearWithTerms } from "../read-year.server.ts";
import {
  hasArchivesParam,
  parseCurrentTermPurpose,
  type CurrentTermFormPurpose,
  termArchivesUrl,
} from "./current-term.rules.ts";

/** The difference between a term's id and the id of the same term a year later. */
const A_YEAR = 100_010;
const NOTICE_SECONDS = 5;

export type CurrentTermView = Awaited<ReturnType<typeof loadCurrentTerm>>;
export type ArchivedTermView = ReturnType<typeof archivedView>;

/**
 * Loads the current term with the form that changes or advances it, or the list of terms that can be made current.
 * @param isSetting whether the dialog that sets another term is open over the list
 * @throws notFound in a school that has no term yet
 */
export async function loadCurrentTerm(visit: Visit, { url, isSetting }: { url: URL; isSetting: boolean }) {
  const year = await readYearWithTerms(visit.term?.academicTermId ?? null, noTransaction);
  if (!year) throw notFound("The school has no terms yet. Set up the school first.");
  const isArchives = isSetting || hasArchivesParam(url);
  const [history, form, stops, turn] = await Promise.all([
    isArchives ? calendar.listTermsThatCanBeCurrent(noTransaction) : null,
    parseCurrentTermPurpose(url) === "advance" ? advanceView(year) : updateView(year),
    isArchives ? null : readRolloverObstacles(visit),
    loadRolloverState(visit),
  ]);
  return {
    strip: year.strip,
    /** The terms that can be made current; null while the page shows the form. */
    archives: history && history.map(archivedView),
    form,
    /** The number of obstacles other than dates, which this form asks for; null beside the list of terms. */
    stops: stops && stops.others,
    /** The rehearsal that leaves this term, or the rollover that is running. */
    turn,
  };
}

async function loadRolloverState({ term, school }: Visit) {
  const latest = await findLatestRollover(noTransaction);
  if (!latest) return null;
  const title = termTitle(latest.to_term_id);
  if (isRolloverInProgress(latest.state))
    return { isRunning: true, words: `${title} will be the current term.` };
  const isOfNow = latest.from_term_id === term?.academicTermId && latest.started_at === null;
  if (!isOfNow || latest.rehearsed_at === null) return null;
  const when = formatTimeOrDateAndTime(latest.rehearsed_at, { timeZone: school.timeZone, now: now() });
  return { isRunning: false, words: `${latest.asked_by_name} rehearsed the change to ${title} ${when}.` };
}

function updateView({ current, calendar: { sessions_per_day: perDay, ...days } }: YearWithTerms) {
  const count = listSchoolDays({ from: current.term_start, to: current.term_end }, days).length;
  const sessionsHint = `${formatCountOf(count, "school day")}, ${formatCountOf(perDay, "session")} a day`;
  return formView("update", { current, dates: datesView(current), version: current.version, sessionsHint });
}

/** Fills the form for the next term. Only its first day is known, unless it has been current before. */
async function advanceView({ current, terms }: YearWithTerms) {
  const id = nextTermId(current.academic_term_id);
  const known = terms.find(({ academic_term_id }) => academic_term_id === id);
  const before = await calendar.findTerm(id - A_YEAR, noTransaction);
  const begins = { term_start: current.next_term_start, term_end: null };
  const dates = datesView(known ?? { ...begins, next_term_start: null, total_sessions: null });
  const sessionsHint = before?.total_sessions
    ? `${before.total_sessions} in ${termTitle(id - A_YEAR)}`
    : null;
  return formView("advance", { current, dates, version: null, sessionsHint });
}

type FormParts = {
  current: calendar.TermDatesRow;
  dates: ReturnType<typeof datesView>;
  /** The stored version; null for a term that is not stored yet. */
  version: number | null;
  sessionsHint: string | null;
};

function formView(
  purpose: CurrentTermFormPurpose,
  { current: { academic_term_id: id }, ...parts }: FormParts,
) {
  const titles = { update: termTitle(id), advance: termTitle(nextTermId(id)) };
  const turnsYear = academicYearOf(nextTermId(id)) !== academicYearOf(id);
  return { purpose, seenTermId: id, title: titles[purpose], titles, turnsYear, ...parts };
}

function datesView({ term_start, term_end, next_term_start, total_sessions }: TermDatesInput) {
  return {
    term_start: term_start ? formatDate(term_start) : "",
    term_end: term_end ? formatDate(term_end) : "",
    next_term_start: next_term_start ? formatDate(next_term_start) : "",
    total_sessions: total_sessions?.toString() ?? "",
  };
}

function archivedView(past: calendar.SelectableTermRow) {
  return {
    id: past.academic_term_id,
    year: yearLabel(past.academic_year_id),
    term: formatTerm(past.academic_term_id),
    period: formatDateRange(past.term_start, past.term_end),
    sessions: past.total_sessions,
    students: past.students,
    isCurrent: past.is_current,
  };
}

/** A date on its own. `findTermDateFaults` later checks it against the other dates of the calendar. */
const typedDay = z
  .string()
  .default("")
  .transform((typed) => parseExistingDay(typed) ?? typed.trim());

const termDates = {
  term_start: typedDay,
  term_end: typedDay,
  next_term_start: typedDay,
  total_sessions: z
    .string()
    .default("")
    .transform((typed) => (typed.trim() === "" ? null : Number(typed))),
};

export type CurrentTermInput = z.input<typeof CurrentTermFormSchema>;

/** `term` is the id of the current term when the form was opened. */
export const CurrentTermFormSchema = z.discriminatedUnion("intent", [
  /** `outside` is the warning that the person has read, about tests and registers outside the new dates. */
  z.object({
    intent: z.literal("update"),
    term: rowIdSchema,
    version: versionFieldSchema,
    outside: z.string().optional(),
    ...termDates,
  }),
  z.object({
    intent: z.literal("advance"),
    term: rowIdSchema,
    outside: z.string().optional(),
    ...termDates,
  }),
]);

/** Changes the term that the form was opened with, or starts the rollover. @throws notFound as `updateTerm` */
export function changeCurrentTerm(
  person: Person,
  {
    term,
    version,
    outside = "",
    term_start,
    term_end,
    next_term_start,
    total_sessions,
  }: Extract<z.output<typeof CurrentTermFormSchema>, { intent: "update" }>,
): Promise<FormOutcome> {
  const dates = { term_start, term_end, next_term_start, total_sessions };
  return updateTerm(person, dates, { academicTermId: term, version, outside });
}

/**
 * Changes the dates and sessions of the current term without moving any student. A term cannot be changed during a
 * rollover.
 * @param seen the term and the warning that the person's page shows; an API call does not send them
 * @throws notFound in a school that has no term yet
 */
export function updateTerm(
  person: Person,
  dates: TermDatesInput,
  seen: { academicTermId: number; version: number; outside: string } | null = null,
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    const academicTermId = await calendar.lockCurrentTerm(t);
    const before = academicTermId === null ? null : await calendar.findTerm(academicTermId, t);
    if (!before) throw notFound("The school has no current term yet. Set it under Settings, Current Term.");
    if (seen && before.academic_term_id !== seen.academicTermId) return otherTerm(before.academic_term_id);
    if (seen) checkVersion({ opened: seen.version, current: before.version }, changedWords(before));
    const faults = findTermDateFaults(before.academic_term_id, dates, (await loadSchoolCalendar(t)).terms);
    if (!hasAllTermDates(dates, faults)) return rejected(faults);
    const span = { from: dates.term_start, to: dates.term_end };
    const outside = await calendar.countDataOutsideTerm(
      { academicTermId: before.academic_term_id, ...span },
      t,
    );
    const warning = describeDataOutsideTerm(outside, "Update Details");
    if (seen && warning !== null && seen.outside !== warning) return rejected({ term_end: warning });
    await calendar.updateTermDates({ academic_term_id: before.academic_term_id, ...dates }, t);
    const sessions = { before: before.total_sessions, after: dates.total_sessions };
    await calendar.updateTotalSessions({ academicTermId: before.academic_term_id, ...sessions }, t);
    return formSucceeded(PATHS.currentTerm, MESSAGES.termUpdated, { seconds: NOTICE_SECONDS });
  });
}

function otherTerm(academicTermId: number) {
  return stale(
    `The current term is now ${termTitle(academicTermId)}. Nothing was changed. Check the dates, then try again.`,
  );
}

function changedWords({ term_start, term_end, total_sessions }: calendar.TermDatesRow): string {
  const is = `${formatDateRange(term_start, term_end)}, ${total_sessions} sessions`;
  return `The term was changed while you had it open. It is now: ${is}. Press Update Details again to use your version instead.`;
}

const MOST_NAMED = 20;
export type SetTermView = Awaited<ReturnType<typeof loadSetTerm>>;

/** Loads what setting another term would do. @throws notFound as `makeTermCurrent`, and for the current term */
export async function loadSetTerm(person: Person, academicTermId: number) {
  const history = await calendar.listTermsThatCanBeCurrent(noTransaction);
  const from = history.find(({ is_current }) => is_current)?.academic_term_id;
  if (from === undefined || from === academicTermId) throw notFound(currentWords(academicTermId));
  await requireListed(academicTermId, noTransaction);
  const missing = await calendar.listStudentsMissingInTerm(
    { from, to: academicTermId, most: MOST_NAMED },
    noTransaction,
  );
  const windows = await listEntryWindows({ academicTermId }, noTransaction);
  const closed = windows.filter(({ state }) => state !== "open");
  const { time_zone: timeZone } = await getSchool(noTransaction);
  const opens = hasAccess("student-records", person);
  // The message names both terms. Their years are needed only if they differ.
  const name = academicYearOf(from) === academicYearOf(academicTermId) ? formatTerm : termTitle;
  return {
    title: termTitle(academicTermId),
    names: { from: name(from), to: name(academicTermId) },
    fromTermId: from,
    isEarlier: academicTermId < from,
    /**
     * The kinds of entry that are closed for teachers in the other term, with their dates; null if all kinds are
     * open.
     */
    closed:
      closed.length === 0
        ? null
        : { kinds: closed.map(({ kind }) => kind), dates: formatEntryWindows(closed, timeZone) },
    /** Students who are not in the other term. `key` is null if the viewer may not open the record. */
    missing: missing.map((student) => ({
      name: formatRegisterName(student),
      key: opens ? student.id : null,
    })),
    missingTotal: missing[0]?.total ?? 0,
  };
}

/** `seen` is the current term when the dialog was opened. */
export const SetTermFormSchema = z.object({ seen: rowIdSchema });

/**
 * Makes another term current without moving any student. Rows that are being saved at that moment are still saved to
 * their own term. This is refused during a rollover.
 * @param seen the current term that the person's page shows; an API call does not send it
 * @throws notFound for a term that is not in the list
 */
export function makeTermCurrent(
  person: Person,
  { academicTermId, seen }: { academicTermId: number; seen: number | null },
) {
  return termTransaction(person, async (t) => {
    const current = await calendar.lockCurrentTerm(t);
    if (seen !== null && current !== seen) return stale(staleWords(current));
    if (current === academicTermId) return rejected(currentWords(academicTermId));
    await requireListed(academicTermId, t);
    await calendar.setCurrentTerm({ from: current, to: academicTermId }, t);
    return formSucceeded(termArchivesUrl(), describeTermChange(termTitle(academicTermId)), {
      seconds: NOTICE_SECONDS,
    });
  });
}

/** Returns the term id in the dialog's URL. @throws notFound */
export function parseTermId({ termId }: Record<string, string | undefined>): number {
  const id = parseId(termId);
  if (id === null) throw notFound("This term is not in Term Archives. Choose a term from the list.");
  return id;
}

async function requireListed(academicTermId: number, t: Transaction | null): Promise<void> {
  const history = await calendar.listTermsThatCanBeCurrent(t);
  if (!history.some(({ academic_term_id }) => academic_term_id === academicTermId)) {
    throw notFound("This term is not in Term Archives. Choose a term from the list.");
  }
}

function staleWords(current: number | null): string {
  const now =
    current === null ? "There is no current term now" : `The current term is now ${termTitle(current)}`;
  return `The current term was changed while you had this page open. ${now}. Your choice was not saved. Choose the term again.`;
}

function currentWords(academicTermId: number): string {
  return `${termTitle(academicTermId)} is already the current term.`;
}
