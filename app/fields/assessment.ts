import { DEFAULT_MAX_MARK } from "#domain/grades.ts";
import type { TestOfClass } from "#domain/entry/tests-of-class.ts";
import { FORTNIGHTLY_TEST_ID } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import type { DayRange } from "#domain/text/read-day.ts";
import { maxMarkField } from "./numbers.ts";
import { mapFieldsByName, type RecordField, type RecordFields } from "./record.ts";
import { dayField } from "./texts.ts";

const LARGEST_MAXIMUM = 1_000;

/** A subject's entries in a test with the same maximum: `count` counts marks, `entered` counts absences too. */
export type EnteredMarks = { key: string; outOf: number; count: number; entered: number };

export type TestRules = {
  tests: readonly TestOfClass[];
  days: DayRange;
};

export function testDateField(key: string): string {
  return `date_${key}`;
}

export function testMaxField(key: string): string {
  return `max_${key}`;
}

/** Defines the fields of a subject's row: a date and a maximum for each test of the class. */
export function assessmentFields(
  { tests, days }: TestRules,
  given: readonly EnteredMarks[] = [],
): RecordFields {
  return mapFieldsByName(tests.flatMap((test) => testFields(test, { days, given })));
}

function testFields(
  { key, title, testId }: TestOfClass,
  { days, given }: { days: TestRules["days"]; given: readonly EnteredMarks[] },
): RecordField[] {
  const ofTest = given.filter((marks) => marks.key === key);
  const kind = maxMarkField({ most: LARGEST_MAXIMUM, refuse: (typed) => otherwiseGiven(typed, ofTest) });
  const max = { name: testMaxField(key), title: `${title}, max mark` };
  return [
    { name: testDateField(key), title: `${title}, date`, kind: dayField(days) },
    testId === FORTNIGHTLY_TEST_ID
      ? {
          ...max,
          kind: { ...kind, refuse: (value) => (value === null ? emptied(ofTest) : kind.refuse(value)) },
        }
      : { ...max, kind, blank: DEFAULT_MAX_MARK, required: true },
  ];
}

/** Rejects a maximum that differs from the maximum of existing marks, because a mark sheet can have only one. */
function otherwiseGiven(typed: number, given: readonly EnteredMarks[]): string | null {
  const others = given.filter(({ count, outOf }) => count > 0 && outOf !== typed);
  return (
    others.map(({ count, outOf }) => `${formatMarkCountWithVerb(count)} given out of ${outOf}`).join(", ") ||
    null
  );
}

/** Rejects an empty maximum if there are entries, because the subject would lack the test and hide its entries. */
function emptied(given: readonly EnteredMarks[]): string | null {
  const count = given.reduce((sum, { entered }) => sum + entered, 0);
  return count > 0 ? `${formatMarkCountWithVerb(count)} given in this test` : null;
}

/** Formats the beginning of a sentence: `29 marks were`. */
export function formatMarkCountWithVerb(count: number): string {
  return `${formatCountOf(count, "mark")} ${count === 1 ? "was" : "were"}`;
}
