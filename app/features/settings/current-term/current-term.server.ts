import { z } from "zod";
import { done, rejected, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { rowId, version } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import * as calendar from "#db/queries/calendar.ts";
import { findLatestRollover } from "#db/queries/rollover/rollovers.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { schoolDays } from "#domain/daily/school-days.ts";
import { formatDate, formatSpan, formatAtOrOn } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { academicYearOf, termTitle, formatTerm, yearLabel } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { typedDayIn } from "#domain/text/read-day.ts";
import { areTermDates, nextTermId, termFaults, type TermDatesInput } from "#domain/rollover/term-dates.ts";
import { isUnderWay } from "#domain/rollover/rollover.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { readStops } from "../readiness-board/read-readiness.server.ts";
import { readYear, type Year } from "../read-year.server.ts";
import { isArchivesIn, purposeIn, type Purpose } from "./current-term.rules.ts";

/** The difference between a term's id and that of the same term a year later. */
const A_YEAR = 100_010;
const NOTICE_SECONDS = 5;

export type CurrentTermView = Awaited<ReturnType<typeof loadCurrentTerm>>;
export type ArchivedTermView = ReturnType<typeof archivedView>;

/**
 * Loads the current term with the form that changes or advances it, or the terms that can be made the current one.
 * @param isSetting whether the dialog that sets another term lies over their list
 * @throws notFound in a school whose calendar has not begun
 */
export async function loadCurrentTerm(visit: Visit, { url, isSetting }: { url: URL; isSetting: boolean }) {
  const year = await readYear(visit.term?.academicTermId ?? null, noTransaction);
  if (!year) throw notFound("The school has no current term yet.");
  const isArchives = isSetting || isArchivesIn(url);
  const [history, form, stops, turn] = await Promise.all([
    isArchives ? calendar.listPastTerms(noTransaction) : null,
    purposeIn(url) === "advance" ? advanceView(year) : updateView(year),
    isArchives ? null : readStops(visit),
    loadRolloverState(visit),
  ]);
  return {
    strip: year.strip,
    /** Null when the form is shown. */
    archives: history && history.map(archivedView),
    form,
    /**
     * The number of things that stop the rollover besides the dates that the form asks for; null beside the archives.
     */
    stops: stops && stops.others,
    /** The rollover that was rehearsed from this term or is running. */
    turn,
  };
}

async function loadRolloverState({ term, school }: Visit) {
  const latest = await findLatestRollover(noTransaction);
  if (!latest) return null;
  const title = termTitle(latest.to_term_id);
  if (isUnderWay(latest.state)) return { isRunning: true, words: `${title} will be the current term.` };
  const isOfNow = latest.from_term_id === term?.academicTermId && latest.started_at === null;
  if (!isOfNow || latest.rehearsed_at === null) return null;
  const when = formatAtOrOn(latest.rehearsed_at, { timeZone: school.timeZone, now: now() });
  return { isRunning: false, words: `${latest.asked_by_name} rehearsed the change to ${title} ${when}.` };
}

function updateView({ current, calendar: { sessions_per_day: perDay, ...days } }: Year) {
  const count = schoolDays({ from: current.term_start, to: current.term_end }, days).length;
  const sessionsHint = `${formatCountOf(count, "school day")}, ${formatCountOf(perDay, "session")} a day`;
  return formView("update", { current, dates: datesView(current), version: current.version, sessionsHint });
}

/** The next term has dates of its own if it was the current one before; otherwise only its first day is known. */
async function advanceView({ current, terms }: Year) {
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
  /** Null for a term that does not exist yet. */
  version: number | null;
  sessionsHint: string | null;
};

function formView(purpose: Purpose, { current: { academic_term_id: id }, ...parts }: FormParts) {
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

function archivedView(past: calendar.PastTerm) {
  return {
    id: past.academic_term_id,
    year: yearLabel(past.academic_year_id),
    term: formatTerm(past.academic_term_id),
    period: formatSpan(past.term_start, past.term_end),
    sessions: past.total_sessions,
    students: past.students,
    isCurrent: past.is_current,
  };
}

/** `termFaults` judges a day together with the other days of the calendar. */
const typedDay = z
  .string()
  .default("")
  .transform((typed) => typedDayIn(typed) ?? typed.trim());

const termDates = {
  term_start: typedDay,
  term_end: typedDay,
  next_term_start: typedDay,
  total_sessions: z
    .string()
    .default("")
    .transform((typed) => (typed.trim() === "" ? null : Number(typed))),
};

export type CurrentTermInput = z.input<typeof CurrentTermForm>;

/** `term` is the id of the current term when the form was opened. */
export const CurrentTermForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("update"), term: rowId, version, ...termDates }),
  z.object({ intent: z.literal("advance"), term: rowId, ...termDates }),
]);

/** Changes the term that the form was opened with. @throws notFound as `updateTerm` */
export function changeCurrentTerm(
  person: Person,
  {
    term,
    version,
    term_start,
    term_end,
    next_term_start,
    total_sessions,
  }: Extract<z.output<typeof CurrentTermForm>, { intent: "update" }>,
): Promise<Outcome> {
  const dates = { term_start, term_end, next_term_start, total_sessions };
  return updateTerm(person, dates, { academicTermId: term, version });
}

/**
 * Changes the dates and sessions of the current term; no student moves. A term cannot be changed during its rollover.
 * @param seen the term that the person has read; an API call does not send it
 * @throws notFound in a school whose calendar has not begun
 */
export function updateTerm(
  person: Person,
  dates: TermDatesInput,
  seen: { academicTermId: number; version: number } | null = null,
): Promise<Outcome> {
  return termTransaction(person, async (t) => {
    const academicTermId = await calendar.lockCurrentTerm(t);
    const before = academicTermId === null ? null : await calendar.findTerm(academicTermId, t);
    if (!before) throw notFound("The school has no current term yet.");
    if (seen && before.academic_term_id !== seen.academicTermId) return otherTerm(before.academic_term_id);
    if (seen && before.version !== seen.version) return stale(changedWords(before), before.version);
    const faults = termFaults(before.academic_term_id, dates, (await loadSchoolCalendar(t)).terms);
    if (!areTermDates(dates, faults)) return rejected(faults);
    await calendar.updateTermDates({ academic_term_id: before.academic_term_id, ...dates }, t);
    const sessions = { before: before.total_sessions, after: dates.total_sessions };
    await calendar.updateTotalSessions({ academicTermId: before.academic_term_id, ...sessions }, t);
    return done(PATHS.currentTerm, MESSAGES.termUpdated, { seconds: NOTICE_SECONDS });
  });
}

function otherTerm(academicTermId: number) {
  return stale(`The current term is now ${termTitle(academicTermId)}. Nothing was changed.`);
}

function changedWords({ term_start, term_end, total_sessions }: calendar.TermDatesRow): string {
  const is = `${formatSpan(term_start, term_end)}, ${total_sessions} sessions`;
  return `The term was changed while you had it open. It is now: ${is}. Press Update Details again to use yours instead.`;
}
