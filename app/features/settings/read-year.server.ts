import { queryAll, type Transaction } from "#db/index.ts";
import { loadSchoolCalendar, type SchoolCalendarRow } from "#db/queries/attendance/school-calendar.ts";
import { listTermsBetween, type TermDatesRow } from "#db/queries/calendar.ts";
import { formatShortDay } from "#domain/daily/day-words.ts";
import { listSchoolDays } from "#domain/daily/school-days.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { academicYearOf, TERMS_PER_YEAR } from "#domain/terms.ts";
import { buildTermsOfYear, type TermOfYearCell } from "./current-term/current-term.rules.ts";

export type YearWithTerms = {
  strip: TermOfYearCell[];
  current: TermDatesRow;
  terms: TermDatesRow[];
  calendar: SchoolCalendarRow;
  /** The number of school days left in the current term, including today; null before and after the term. */
  daysLeft: number | null;
};

/** Returns the current term together with the terms of its year, or null in a school that has no term yet. */
export async function readYearWithTerms(
  currentTermId: number | null,
  t: Transaction | null,
): Promise<YearWithTerms | null> {
  if (currentTermId === null) return null;
  const yearId = academicYearOf(currentTermId);
  const nextYear = yearId + 1_0001;
  const [terms, calendar] = await queryAll(
    [() => listTermsBetween(yearId * 10 + 1, nextYear * 10 + TERMS_PER_YEAR, t), () => loadSchoolCalendar(t)],
    t,
  );
  const current = terms.find(({ academic_term_id }) => academic_term_id === currentTermId);
  if (!current) return null;
  const daysLeft = daysLeftIn(current, calendar);
  return { strip: buildTermsOfYear({ currentTermId, terms, daysLeft }), current, terms, calendar, daysLeft };
}

/** Returns a phrase such as `ends Fri 3 Jul, in 2 school days`. */
export function formatTermEnd({ current, daysLeft, calendar }: YearWithTerms): string {
  const end = formatShortDay(current.term_end);
  if (daysLeft !== null) return `ends ${end}, in ${formatCountOf(daysLeft, "school day")}`;
  return calendar.today > current.term_end ? `ended ${end}` : `begins ${formatShortDay(current.term_start)}`;
}

function daysLeftIn({ term_start, term_end }: TermDatesRow, calendar: SchoolCalendarRow): number | null {
  const { today } = calendar;
  if (today < term_start || today > term_end) return null;
  return listSchoolDays({ from: today, to: term_end }, calendar).length;
}
