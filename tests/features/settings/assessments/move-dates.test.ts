import { expect, test } from "vitest";
import { describeDayOff, moveDateToTerm } from "#features/settings/assessments/several/move-dates.rules.ts";

const LAST_YEAR = { from: "2025-09-01", to: "2025-12-12" };
const THIS_YEAR = { from: "2026-09-07", to: "2026-12-11" };

const CALENDAR = {
  terms: [
    { academic_term_id: 202520261, term_start: LAST_YEAR.from, term_end: LAST_YEAR.to },
    { academic_term_id: 202620271, term_start: THIS_YEAR.from, term_end: THIS_YEAR.to },
  ],
  holidays: [
    { title: "Sports Day", from_date: "2026-10-14", to_date: "2026-10-14" },
    { title: "Divali", from_date: "2026-11-06", to_date: "2026-11-08" },
    { title: "Prize Giving", from_date: "2026-12-10", to_date: "2026-12-11" },
  ],
  opened: ["2026-10-17"],
};

test.each([
  ["the first day of the term", "2025-09-01", "2026-09-07", null],
  ["a Tuesday of the sixth week", "2025-10-07", "2026-10-13", null],
  ["a Friday of the last week but one", "2025-11-28", "2026-12-04", null],
  ["a holiday", "2025-10-08", "2026-10-15", "1 day later: 14 Oct is Sports Day"],
  ["a holiday before a weekend", "2025-10-31", "2026-11-09", "3 days later: 6 Nov is Divali"],
  ["a Saturday that is open", "2025-10-11", "2026-10-17", null],
  ["a Sunday", "2025-10-12", "2026-10-19", "1 day later: 18 Oct is a Sunday"],
  ["a holiday at the end of the term", "2025-12-04", "2026-12-09", "1 day earlier: 10 Dec is Prize Giving"],
  ["a day after the end of the shorter term", "2025-12-12", "2026-12-18", null],
])("%s moves to the same week and weekday, or the next school day", (_, day, moved, note) => {
  expect(moveDateToTerm(day, { from: LAST_YEAR, to: THIS_YEAR }, CALENDAR)).toEqual({ day: moved, note });
});

test("a week that the new term begins in the middle of moves on to its first day", () => {
  const midweek = { from: "2026-09-09", to: "2026-12-11" };
  const calendar = {
    ...CALENDAR,
    terms: [{ academic_term_id: 202620271, term_start: midweek.from, term_end: midweek.to }],
  };

  expect(moveDateToTerm("2025-09-01", { from: LAST_YEAR, to: midweek }, calendar)).toEqual({
    day: "2026-09-09",
    note: "2 days later: the term begins on 9 Sep",
  });
});

test.each([
  ["2026-10-13", ""],
  ["2026-10-14", "14 Oct is Sports Day"],
  ["2026-10-18", "18 Oct is a Sunday"],
  ["2026-08-03", "3 Aug is outside the term"],
])("%s: %j", (day, words) => {
  expect(describeDayOff(day, CALENDAR)).toBe(words);
});
