import { noTransaction } from "#db/index.ts";
import { termHistory, termWith, type PastTerm, type TermDatesRow } from "#db/queries/calendar.ts";
import { latestRollover } from "#db/queries/turn/rollovers.ts";
import { schoolDays } from "#domain/daily/school-days.ts";
import { formatSpan, formatWhen } from "#domain/dates.ts";
import { countOf } from "#domain/text/noun.ts";
import { academicYearOf, termTitle, termWords, yearLabel } from "#domain/terms.ts";
import { nextTermId } from "#domain/turn/term-dates.ts";
import { isUnderWay } from "#domain/turn/turn.ts";
import { now } from "#runtime/clock.ts";
import type { Visit } from "#access/session.server.ts";
import { notFound } from "#runtime/errors.ts";
import { readStops } from "../readiness-board/read-readiness.server.ts";
import { readYear, type Year } from "../read-year.server.ts";
import type { StripCell } from "../year-strip.rules.ts";
import type { ArchivedTerm, FormTerm } from "./current-term.rules.ts";

export type CurrentTermShown = {
  strip: StripCell[];
  /** What was rehearsed or is run, if it is of this term. */
  turn: { state: "rehearsed" | "running"; words: string } | null;
  /** The terms that the school can be set to; null where the form is shown. */
  archives: ArchivedTerm[] | null;
  form: FormTerm;
  /** How many things hold the turn up, besides the dates that the form asks for; null beside the archives. */
  stops: number | null;
};

type Asked = { isArchives: boolean; purpose: FormTerm["purpose"] };

/** Between a term's id and that of the same term a year later. */
const A_YEAR = 100_010;

/** @throws notFound in a school whose calendar has not begun */
export async function readCurrentTerm(visit: Visit, asked: Asked): Promise<CurrentTermShown> {
  const { term } = visit;
  const year = await readYear(term?.academicTermId ?? null, noTransaction);
  if (!year) throw notFound("The school has no current term yet.");
  const [history, form, stops] = await Promise.all([
    asked.isArchives ? termHistory(noTransaction) : null,
    asked.purpose === "advance" ? advanceForm(year) : updateForm(year),
    asked.isArchives ? null : readStops(visit),
  ]);
  return {
    strip: year.strip,
    archives: history && history.map(archived),
    form,
    stops: stops && stops.others,
    turn: await readStanding(visit),
  };
}

async function readStanding({ term, school }: Visit): Promise<CurrentTermShown["turn"]> {
  const latest = await latestRollover(noTransaction);
  if (!latest) return null;
  if (isUnderWay(latest.state)) return { state: "running", words: `To ${termTitle(latest.to_term_id)}.` };
  const isOfNow = latest.from_term_id === term?.academicTermId && latest.started_at === null;
  if (!isOfNow || latest.rehearsed_at === null) return null;
  const when = formatWhen(latest.rehearsed_at, { timeZone: school.timeZone, now: now() });
  return {
    state: "rehearsed",
    words: `To ${termTitle(latest.to_term_id)}, by ${latest.asked_by_name} ${when}.`,
  };
}

function updateForm({ current, calendar }: Year): FormTerm {
  const days = schoolDays({ from: current.term_start, to: current.term_end }, calendar).length;
  const perDay = countOf(calendar.sessions_per_day, "session");
  const sessionsHint = `${countOf(days, "school day")}, ${perDay} a day`;
  return { ...formFor("update", current), typed: textsOf(current), version: current.version, sessionsHint };
}

/** What is known of the next term: its own dates where it was the current one before, else where it begins. */
async function advanceForm({ current, terms }: Year): Promise<FormTerm> {
  const id = nextTermId(current.academic_term_id);
  const known = terms.find(({ academic_term_id }) => academic_term_id === id);
  const before = await termWith(id - A_YEAR, noTransaction);
  const blank = {
    term_start: current.next_term_start ?? "",
    term_end: "",
    next_term_start: "",
    total_sessions: "",
  };
  const sessionsHint = before?.total_sessions
    ? `${before.total_sessions} in ${termTitle(id - A_YEAR)}`
    : null;
  return {
    ...formFor("advance", current),
    typed: known ? textsOf(known) : blank,
    version: null,
    sessionsHint,
  };
}

function formFor(purpose: FormTerm["purpose"], { academic_term_id: id }: TermDatesRow) {
  const titles = { update: termTitle(id), advance: termTitle(nextTermId(id)) };
  const turnsYear = academicYearOf(nextTermId(id)) !== academicYearOf(id);
  return { purpose, seenTermId: id, title: titles[purpose], titles, turnsYear };
}

function textsOf({ term_start, term_end, next_term_start, total_sessions }: TermDatesRow): FormTerm["typed"] {
  return {
    term_start,
    term_end,
    next_term_start: next_term_start ?? "",
    total_sessions: total_sessions === null ? "" : String(total_sessions),
  };
}

function archived(past: PastTerm): ArchivedTerm {
  return {
    id: past.academic_term_id,
    year: yearLabel(past.academic_year_id),
    term: termWords(past.academic_term_id),
    period: formatSpan(past.term_start, past.term_end),
    sessions: past.total_sessions,
    students: past.students,
    isCurrent: past.is_current,
  };
}
