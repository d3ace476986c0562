import { noTransaction } from "#db/index.ts";
import { termHistory, type PastTerm, type TermDatesRow } from "#db/queries/calendar.ts";
import { schoolDays } from "#domain/daily/school-days.ts";
import { formatSpan } from "#domain/dates.ts";
import { countOf } from "#domain/text/noun.ts";
import { termWords, yearLabel } from "#domain/terms.ts";
import type { Visit } from "#access/session.server.ts";
import { notFound } from "#runtime/errors.ts";
import { readYear, type Year } from "../read-year.server.ts";
import type { StripCell } from "../year-strip.rules.ts";
import { termTitle, type ArchivedTerm, type FormTerm } from "./current-term.rules.ts";

export type CurrentTermShown = {
  strip: StripCell[];
  /** The terms that the school can be set to; null where the form is shown. */
  archives: ArchivedTerm[] | null;
  form: FormTerm;
};

/** @throws notFound in a school whose calendar has not begun */
export async function readCurrentTerm({ term }: Visit, isArchives: boolean): Promise<CurrentTermShown> {
  const year = await readYear(term?.academicTermId ?? null, noTransaction);
  if (!year) throw notFound("The school has no current term yet.");
  const history = isArchives ? await termHistory(noTransaction) : null;
  return { strip: year.strip, archives: history && history.map(archived), form: formOf(year) };
}

function formOf({ current, calendar }: Year): FormTerm {
  const days = schoolDays({ from: current.term_start, to: current.term_end }, calendar).length;
  const perDay = countOf(calendar.sessions_per_day, "session");
  return {
    academicTermId: current.academic_term_id,
    title: termTitle(current.academic_term_id),
    typed: textsOf(current),
    version: current.version,
    sessionsHint: `${countOf(days, "school day")}, ${perDay} a day`,
  };
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
