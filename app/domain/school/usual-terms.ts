import { addDays } from "../dates.ts";
import type { SchoolFlavour } from "../grades.ts";
import { TERMS_PER_YEAR, type AssessmentType } from "../terms.ts";
import { firstFriday, firstMonday } from "./public-holidays.ts";

export type UsualTermDates = { term_start: string; term_end: string; next_term_start: string };

/** The usual kind of assessment in terms 1 to 3, in addition to the end-of-term test. */
export const USUAL_ASSESSMENT_TYPES: Readonly<Record<SchoolFlavour, readonly AssessmentType[]>> = {
  primary: ["Forthnightly Test", "Mid Term", "Interim Test"],
  secondary: ["Mid Term", "Forthnightly Test", "Interim Test"],
};

/** Returns the usual dates of a term. `startYear` is 2026 for 2026-2027, and `term` is a number from 1 to 3. */
export function usualTermDates(startYear: number, term: number): UsualTermDates {
  return {
    term_start: startOf(startYear, term),
    term_end: endOf(startYear, term),
    next_term_start: term === TERMS_PER_YEAR ? startOf(startYear + 1, 1) : startOf(startYear, term + 1),
  };
}

/** Estimates a term's start from the Ministry's usual dates: early September, early January, and 14 weeks later. */
function startOf(startYear: number, term: number): string {
  if (term === 1) return firstMonday(`${startYear}-09-01`);
  const january = firstMonday(`${startYear + 1}-01-02`);
  return term === 2 ? january : addDays(january, 14 * 7);
}

/** Estimates when a term ends: on the second Friday of December, or twelve weeks after a later term starts. */
function endOf(startYear: number, term: number): string {
  if (term === 1) return addDays(firstFriday(`${startYear}-12-01`), 7);
  return addDays(startOf(startYear, term), 11 * 7 + 4);
}

/**
 * Returns the year and term of a day such as `2026-11-20`, or the next year and term if the day is in the holidays.
 */
export function findUsualTermOn(day: string): { year: number; term: number } {
  const year = Number(day.slice(0, 4));
  const terms = [year - 1, year].flatMap((start) => [1, 2, 3].map((term) => ({ year: start, term })));
  const found = terms.find(({ year: start, term }) => usualTermDates(start, term).term_end >= day);
  return found ?? { year, term: 1 };
}
