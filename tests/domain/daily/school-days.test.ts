import { expect, test } from "vitest";
import {
  findClosure,
  isSchoolDay,
  nextSchoolDay,
  previousSchoolDay,
  listHolidays,
  listSchoolDays,
  findTermOn,
} from "#domain/daily/school-days.ts";
import { createDemoCalendar } from "#db/demo/calendar.ts";
import { listHolidaysOfYear, listWorkingDays as demoDays } from "#domain/school/public-holidays.ts";

/** Two terms with two weeks between them; 19 June is a Friday. */
const CALENDAR = {
  terms: [
    { academic_term_id: 202520262, term_start: "2026-01-05", term_end: "2026-03-27" },
    { academic_term_id: 202520263, term_start: "2026-04-13", term_end: "2026-07-03" },
  ],
  holidays: [
    { title: "Labour Day", from_date: "2026-06-19", to_date: "2026-06-19" },
    { title: "Carnival", from_date: "2026-02-16", to_date: "2026-02-17" },
    { title: "Bridge", from_date: "2026-06-04", to_date: "2026-06-05" },
  ],
  opened: ["2026-06-27", "2026-06-05", "2026-07-04"],
};

test.each([
  ["a weekday of a term", "2026-06-26", null],
  ["the first day of a term", "2026-04-13", null],
  ["its last day", "2026-07-03", null],
  ["a Saturday", "2026-06-20", { why: "weekend" }],
  ["a Sunday", "2026-06-21", { why: "weekend" }],
  ["a Saturday on which there is school", "2026-06-27", null],
  ["a holiday", "2026-06-19", { why: "holiday", title: "Labour Day" }],
  ["the second day of a holiday", "2026-02-17", { why: "holiday", title: "Carnival" }],
  ["a day of a holiday on which there is school", "2026-06-05", null],
  ["a weekday between two terms", "2026-04-01", { why: "outside" }],
  ["before all terms", "2025-12-01", { why: "outside" }],
  ["after the last term, although it was opened", "2026-07-04", { why: "outside" }],
])("%s", (_, day, closing) => {
  expect(findClosure(day, CALENDAR)).toEqual(closing);
  expect(isSchoolDay(day, CALENDAR)).toBe(closing === null);
});

test("the holidays of a range are named by their days, without those on which there is school", () => {
  expect(listHolidays({ from: "2026-06-01", to: "2026-07-05" }, CALENDAR)).toEqual({
    "2026-06-04": "Bridge",
    "2026-06-19": "Labour Day",
  });
});

test.each([
  ["over a weekend and a holiday", "2026-06-22", "2026-06-18", "2026-06-23"],
  ["to a Saturday on which there is school", "2026-06-26", "2026-06-25", "2026-06-27"],
  ["from a day without school", "2026-06-20", "2026-06-18", "2026-06-22"],
  ["over the days between two terms", "2026-04-13", "2026-03-27", "2026-04-14"],
  ["forward over them", "2026-03-27", "2026-03-26", "2026-04-13"],
  ["from between them", "2026-04-01", "2026-03-27", "2026-04-13"],
  ["nothing before the first", "2026-01-05", null, "2026-01-06"],
  ["nothing after the last", "2026-07-03", "2026-07-02", null],
  ["long before", "2020-01-01", null, "2026-01-05"],
  ["long after", "2030-01-01", "2026-07-03", null],
])("the school days beside a day: %s", (_, day, previous, next) => {
  expect(previousSchoolDay(day, CALENDAR)).toBe(previous);
  expect(nextSchoolDay(day, CALENDAR)).toBe(next);
});

test("a day is of the term that holds it", () => {
  expect(findTermOn("2026-07-03", CALENDAR)?.academic_term_id).toBe(202520263);
  expect(findTermOn("2026-07-04", CALENDAR)).toBeNull();
});

test("the days of the demo's terms are those of its list of holidays", () => {
  const { terms } = createDemoCalendar("2026-06-26", ["Forthnightly Test", "Mid Term", "Interim Test"]);
  const holidays = [2025, 2026].flatMap(listHolidaysOfYear);

  for (const { term_start: from, term_end: to } of terms)
    expect(listSchoolDays({ from, to }, { terms, holidays, opened: [] })).toEqual(demoDays(from, to));
});
