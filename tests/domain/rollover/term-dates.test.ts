import { expect, test } from "vitest";
import { nextTermId, findTermDateFaults, type TermDatesInput } from "#domain/rollover/term-dates.ts";

const CALENDAR = [
  { academic_term_id: 202520262, term_start: "2026-01-05", term_end: "2026-03-27" },
  { academic_term_id: 202520263, term_start: "2026-04-13", term_end: "2026-07-03" },
  { academic_term_id: 202620272, term_start: "2027-01-04", term_end: "2027-03-26" },
];
const FIRST = 202620271;
const GOOD = {
  term_start: "2026-09-07",
  term_end: "2026-12-11",
  next_term_start: "2027-01-04",
  total_sessions: 132,
};
const REQUIRED = "This field is required";

test("dates between those of the terms before and after are good, and a term is not in its own way", () => {
  expect(findTermDateFaults(FIRST, GOOD, CALENDAR)).toEqual({});
  expect(findTermDateFaults(202520263, { ...GOOD, ...CALENDAR[1] }, CALENDAR)).toEqual({});
});

test.each<[string, TermDatesInput, ReturnType<typeof findTermDateFaults>]>([
  [
    "what is missing",
    { term_start: null, total_sessions: null },
    { term_start: REQUIRED, total_sessions: REQUIRED },
  ],
  [
    "30 February",
    { term_start: "2026-02-30" },
    { term_start: "There is no 30 February. Enter a date, like 7 September 2026." },
  ],
  ["no date", { term_end: "soon" }, { term_end: "Enter a date, like 7 September 2026." }],
  [
    "a year that no school has",
    { next_term_start: "2126-12-11" },
    { next_term_start: "Enter a date between 1 Jan 1950 and 31 Dec 2099." },
  ],
  [
    "an end before the start",
    { term_end: "2026-09-01" },
    { term_end: "Enter an end date after the start of the term." },
  ],
  [
    "an end on the day of the start",
    { term_end: "2026-09-07" },
    { term_end: "Enter an end date after the start of the term." },
  ],
  [
    "a next term that starts before this one has ended",
    { next_term_start: "2026-12-11" },
    { next_term_start: "Enter a start date after the end of this term." },
  ],
  [
    "a day of another term",
    { term_start: "2026-07-03" },
    { term_start: "These dates overlap with another term. Change the start or the end." },
  ],
  [
    "a year too early",
    { term_start: "2025-09-08", term_end: "2025-12-12" },
    { term_start: "Enter a date after the end of 2025-2026, Term 2 on 27 Mar 2026." },
  ],
  [
    "a year too late",
    { term_start: "2027-09-06", term_end: "2027-12-10", next_term_start: "2028-01-03" },
    { term_end: "Enter a date before the start of 2026-2027, Term 2 on 4 Jan 2027." },
  ],
  ["no sessions", { total_sessions: 0 }, { total_sessions: "Enter a whole number from 1 to 400." }],
  ["half a session", { total_sessions: 1.5 }, { total_sessions: "Enter a whole number from 1 to 400." }],
  [
    "sessions that are no number",
    { total_sessions: NaN },
    { total_sessions: "Enter a whole number from 1 to 400." },
  ],
])("%s is refused", (_, given, faults) => {
  expect(findTermDateFaults(FIRST, { ...GOOD, ...given }, CALENDAR)).toEqual(faults);
});

test("the third term is followed by the first of the next year", () => {
  expect([nextTermId(202520262), nextTermId(202520263)]).toEqual([202520263, 202620271]);
});
