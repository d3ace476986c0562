import type { AssessmentType } from "#domain/terms.ts";
import { listWorkingDays } from "#domain/school/public-holidays.ts";
import { usualTermDates } from "#domain/school/usual-terms.ts";
import { itemAt } from "./random.ts";
import type { DemoRow } from "./insert.ts";

export type DemoTerm = {
  academic_term_id: number;
  academic_year_id: number;
  term: number;
  term_start: string;
  term_end: string;
  total_sessions: number;
  next_term_start: string;
  assessment_type: AssessmentType;
};

export type DemoCalendar = {
  today: string;
  terms: readonly DemoTerm[];
  current: DemoTerm;
  /** The years of these terms, oldest first: one, or two if a new year began between them. */
  yearIds: readonly number[];
};

export const SESSIONS_PER_DAY = 2;

const FINISHED_TERMS = 2;

/** Terms older than the calendar. They have no year, and their ids are 100 * form level + term. */
export const ARCHIVE_TERMS = [1, 2, 3].flatMap((level) =>
  [1, 2, 3].map((term) => ({ academic_term_id: 100 * level + term, term })),
);

/**
 * Builds a calendar. Its current term includes `today` or, during holidays, is the last term before `today`.
 * @param assessmentTypes the kinds of assessment in terms 1 to 3
 */
export function createDemoCalendar(today: string, assessmentTypes: readonly AssessmentType[]): DemoCalendar {
  const year = Number(today.slice(0, 4));
  const begun = [year - 2, year - 1, year]
    .flatMap((startYear) => termsOfYear(startYear, assessmentTypes))
    .filter((term) => term.term_start <= today);
  const terms = begun.slice(-1 - FINISHED_TERMS);
  return {
    today,
    terms,
    current: itemAt(terms, FINISHED_TERMS),
    yearIds: [...new Set(terms.map((term) => term.academic_year_id))],
  };
}

export function isFinishedTerm(term: DemoTerm, { current }: DemoCalendar): boolean {
  return term.academic_term_id < current.academic_term_id;
}

/** Returns the calendar year in which an academic year begins: 2026 for `20262027`. */
export function startYearOf(academicYearId: number): number {
  return Math.floor(academicYearId / 10_000);
}

export function firstDayOfYear(startYear: number): string {
  return usualTermDates(startYear, 1).term_start;
}

export function academicYearRows({ yearIds }: DemoCalendar): DemoRow[] {
  return yearIds.map((academic_year_id) => ({ academic_year_id }));
}

export function academicTermRows({ terms }: DemoCalendar): DemoRow[] {
  const archive = ARCHIVE_TERMS.map((term) => ({
    ...term,
    academic_year_id: null,
    term_start: null,
    term_end: null,
    total_sessions: null,
    next_term_start: null,
    assessment_type: null,
  }));
  return [...archive, ...terms];
}

function termsOfYear(startYear: number, assessmentTypes: readonly AssessmentType[]): DemoTerm[] {
  const academic_year_id = startYear * 10_000 + startYear + 1;
  return assessmentTypes.map((assessment_type, index) => {
    const term = index + 1;
    const dates = usualTermDates(startYear, term);
    return {
      academic_term_id: academic_year_id * 10 + term,
      academic_year_id,
      term,
      ...dates,
      total_sessions: listWorkingDays(dates.term_start, dates.term_end).length * SESSIONS_PER_DAY,
      assessment_type,
    };
  });
}
