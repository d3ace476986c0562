import { expect, test } from "vitest";
import type { TermRecordRules } from "#fields/term-record.ts";
import {
  hasSessionsToCopy,
  decideSessionsOutcome,
  describeMarkedSessions,
  findSessionsSource,
  formatSessionsSources,
} from "#features/term-reports/sessions/sessions.rules.ts";

const TAKEN_AT = new Date("2025-11-20T14:30:00-04:00");
const RULES: TermRecordRules = { editable: [], term: 1, termSessions: 120, promotedTo: [], repeating: [] };
const REGISTER = { total: 60, absent: 4, late: 2 };
const NOTHING = { total: 120, absent: null, late: null, takenAt: null };

test.each([
  ["the term's total alone was written by nobody", NOTHING, "taken", false],
  ["nothing at all", { ...NOTHING, total: null }, "taken", false],
  ["a figure by hand", { ...NOTHING, absent: 3 }, "asked", true],
  ["another total by hand", { ...NOTHING, total: 58 }, "asked", true],
  ["by hand what the register says", { ...REGISTER, takenAt: null }, "same", true],
  [
    "taken before, and the register has gone on",
    { ...REGISTER, total: 58, takenAt: TAKEN_AT },
    "taken",
    false,
  ],
  ["taken before, and nothing came since", { ...REGISTER, takenAt: TAKEN_AT }, "same", false],
] as const)("%s", (_title, stored, outcome, byHand) => {
  const judged = decideSessionsOutcome({ stored, values: {}, register: REGISTER, rules: RULES });

  expect(judged).toEqual({ outcome, isByHand: byHand, reason: null });
});

test.each([
  [{ total: 0, absent: 0, late: 0 }, "not on any register this term"],
  [{ total: 122, absent: 0, late: 0 }, "the term has 120 sessions"],
])("%j is left, with the reason", (register, reason) => {
  const judged = decideSessionsOutcome({ stored: NOTHING, values: {}, register, rules: RULES });

  expect(judged).toMatchObject({ outcome: "left", reason });
});

test("what was written by hand is overwritten by choice alone", () => {
  const input = { outcome: "asked", isByHand: true } as const;
  const same = { outcome: "same", isByHand: true } as const;
  const taken = { outcome: "taken", isByHand: false } as const;
  const left = { outcome: "left", isByHand: false } as const;

  const by = (choice: "keep" | "overwrite") =>
    [input, same, taken, left].map((item) => hasSessionsToCopy(item, choice));

  expect(by("keep")).toEqual([false, false, true, false]);
  expect(by("overwrite")).toEqual([true, true, true, false]);
});

const ON_HOLIDAYS = "on a day that is now a holiday.";

test.each<[string, [day: string, sessions: number][], number, string]>([
  [
    "every session",
    [
      ["2026-06-22", 2],
      ["2026-06-23", 2],
    ],
    2,
    "4 of 4",
  ],
  ["some sessions", [["2026-06-22", 1]], 2, "1 of 4"],
  [
    "half a day that became a holiday",
    [
      ["2026-06-19", 1],
      ["2026-06-22", 2],
      ["2026-06-23", 2],
    ],
    2,
    `5 of 5 sessions up to today. 1 session is ${ON_HOLIDAYS}`,
  ],
  ["a holiday alone", [["2026-06-19", 2]], 2, `2 of 6 sessions up to today. 2 sessions are ${ON_HOLIDAYS}`],
  [
    "a Saturday that was closed again, and a day before the term",
    [
      ["2026-06-20", 1],
      ["2026-06-01", 2],
    ],
    1,
    "3 of 5",
  ],
  [
    "two sessions a day, before the school had one",
    [
      ["2026-06-22", 2],
      ["2026-06-23", 1],
    ],
    1,
    "3 of 3",
  ],
])("a class never marked more sessions than there are: %s", (_what, marked, sessionsPerDay, words) => {
  const schoolDays = ["2026-06-22", "2026-06-23"];

  expect(
    describeMarkedSessions(
      marked.map(([day, sessions]) => ({ day, sessions })),
      { schoolDays, sessionsPerDay },
    ),
  ).toContain(`marked for ${words}`);
});

test("a class's sources in words", () => {
  const of = (stored: Parameters<typeof findSessionsSource>[0]) =>
    findSessionsSource(stored, { termSessions: 120, timeZone: "America/Port_of_Spain" });
  const [register, hand, none] = [
    of({ ...REGISTER, takenAt: TAKEN_AT }),
    of({ ...NOTHING, late: 1 }),
    of(NOTHING),
  ];

  expect(formatSessionsSources([register, register, hand, none])).toBe(
    "Sessions: 2 from the register, copied 20 Nov 2025; 1 by hand; 1 not entered",
  );
  expect(formatSessionsSources([none])).toBe("Sessions: 1 not entered");
});
