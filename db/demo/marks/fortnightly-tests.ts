import type { DemoCalendar, DemoTerm } from "../calendar.ts";
import type { DemoClass } from "../classes.ts";
import { addDays } from "#domain/dates.ts";
import { lastWorkingDay } from "#domain/school/public-holidays.ts";
import type { DemoRow } from "../insert.ts";
import { findCurriculum, type SchoolKind } from "../kind.ts";

export type DemoFortnightlyTest = {
  fortnightly_test_id: number;
  held: DemoClass;
  term: DemoTerm;
  /** The test's number within the term: 1, 2 or 3. */
  number: number;
  title: string;
  test_date: string;
};

/** The days of the tests, counted from the start of the term; all are Thursdays. */
const DAYS = [2 * 7 + 3, 6 * 7 + 3, 9 * 7 + 3];
/** Two tests are on the report. The two highest levels have a third test, which only its mark sheet shows. */
const USUAL = 2;
const HIGHEST_LEVELS = 2;

export function createDemoFortnightlyTests(
  kind: SchoolKind,
  { terms }: DemoCalendar,
  classes: readonly DemoClass[],
): DemoFortnightlyTest[] {
  const tests = terms
    .filter(({ assessment_type }) => assessment_type === "Forthnightly Test")
    .flatMap((term) =>
      classes
        .filter((held) => held.academic_year_id === term.academic_year_id && isTested(kind, held))
        .flatMap((held) =>
          testDays(kind, held).map((days, index) => ({ held, term, number: index + 1, days })),
        ),
    );
  return tests.map(({ held, term, number, days }, index) => ({
    fortnightly_test_id: index + 1,
    held,
    term,
    number,
    title: `Fortnightly Test ${number}`,
    test_date: lastWorkingDay(addDays(term.term_start, days)),
  }));
}

function isTested(kind: SchoolKind, { form_level, assessment_type, course_work_only }: DemoClass): boolean {
  return !assessment_type && !course_work_only && findCurriculum(kind, form_level).tested.length > 0;
}

function testDays({ levels }: SchoolKind, { form_level }: DemoClass): readonly number[] {
  return form_level > levels.length - HIGHEST_LEVELS ? DAYS : DAYS.slice(0, USUAL);
}

export function fortnightlyTestRows(tests: readonly DemoFortnightlyTest[]): DemoRow[] {
  return tests.map(({ fortnightly_test_id, held, term, title, test_date }) => ({
    fortnightly_test_id,
    class_id: held.class_id,
    academic_term_id: term.academic_term_id,
    title,
    test_date,
  }));
}
