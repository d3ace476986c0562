import { expect, test } from "vitest";
import { createDemoCalendar } from "#db/demo/calendar.ts";
import { listWorkingDays } from "#domain/school/public-holidays.ts";

const TYPES = ["Forthnightly Test", "Mid Term", "Interim Test"] as const;

test.each([
  ["in the third term, as on the pictures", "2026-06-26", [202520261, 202520262, 202520263]],
  ["in the first term", "2026-11-21", [202520262, 202520263, 202620271]],
  ["on its first day", "2026-09-07", [202520262, 202520263, 202620271]],
  ["in the second term", "2027-02-10", [202520263, 202620271, 202620272]],
  ["in the long holidays: the term that just ended", "2026-08-15", [202520261, 202520262, 202520263]],
  ["at Christmas", "2026-12-25", [202520262, 202520263, 202620271]],
  ["on New Year's Day", "2027-01-01", [202520262, 202520263, 202620271]],
  ["at Easter", "2026-04-03", [202420253, 202520261, 202520262]],
])("the current term and two before it: %s", (_, today, expected) => {
  const { terms, current } = createDemoCalendar(today, TYPES);

  expect(terms.map((term) => term.academic_term_id)).toEqual(expected);
  expect(current.academic_term_id).toBe(expected[2]);
});

test.each([
  [
    "first",
    "2025-11-20",
    { term_start: "2025-09-01", term_end: "2025-12-12", next_term_start: "2026-01-05" },
  ],
  [
    "second",
    "2026-02-20",
    { term_start: "2026-01-05", term_end: "2026-03-27", next_term_start: "2026-04-13" },
  ],
  [
    "third",
    "2026-06-26",
    { term_start: "2026-04-13", term_end: "2026-07-03", next_term_start: "2026-09-07" },
  ],
])("the %s term of 2025-2026 is where the school year has it", (_, today, dates) => {
  const { current } = createDemoCalendar(today, TYPES);

  expect(current).toMatchObject(dates);
});

test("terms of every year to come follow one another without touching", () => {
  const days = Array.from({ length: 40 }, (_, year) => `${2020 + year}-06-26`);

  const terms = days.flatMap((today) => createDemoCalendar(today, TYPES).terms);

  for (const [place, term] of terms.entries()) {
    expect(term.term_start < term.term_end && term.term_end < term.next_term_start).toBe(true);
    expect(term.next_term_start).toBe(terms[place + 1]?.term_start ?? term.next_term_start);
  }
});

test("every kind of assessment is among the three terms", () => {
  const { terms } = createDemoCalendar("2026-11-21", TYPES);

  const types = terms.map((term) => term.assessment_type);

  expect(types.toSorted()).toEqual(TYPES.toSorted());
});

test("no school on Carnival Monday and Tuesday, Good Friday, Corpus Christi and Labour Day of 2026", () => {
  const holidays = ["2026-02-16", "2026-02-17", "2026-04-03", "2026-04-06", "2026-06-04", "2026-06-19"];

  const days = new Set(listWorkingDays("2026-01-05", "2026-07-03"));

  expect(holidays.filter((day) => days.has(day))).toEqual([]);
  expect(days.has("2026-02-18")).toBe(true);
  expect(days.has("2026-06-20")).toBe(false);
});

test("a term has two sessions a school day", () => {
  const { current } = createDemoCalendar("2026-06-26", TYPES);

  // Twelve weeks of five days, without Corpus Christi and Labour Day.
  expect(current.total_sessions).toBe(2 * (12 * 5 - 2));
});
