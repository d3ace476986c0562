import { expect, test } from "vitest";
import {
  formatDuration,
  formatEntryEnd,
  describeReadOnlyEntry,
  describeEntryRejection,
  formatEntryWindows,
  type EntryDates,
} from "#domain/entry/windows.ts";
import { findLockReason, canRestoreValues, findEntryLock, describeReadOnly } from "#domain/lock.ts";
import {
  percentOfTerm,
  describeEntryWindow,
  listWeekLabels,
} from "#features/settings/entry-windows/entry-windows.rules.ts";

const timeZone = "America/Port_of_Spain";
const OPENS = "2026-05-18T04:00:00Z";
const CLOSES = "2026-07-01T20:00:00Z";
const window = (state: EntryDates["state"]): EntryDates => ({
  state,
  opens: OPENS,
  closes: CLOSES,
  timeZone,
});
const TERM = { academicYearId: 20252026, term: 3 };

test.each([
  ["before", "marks can be entered from 18 May 2026"],
  ["after", "the time to enter marks ended on 1 Jul 2026, 16:00"],
] as const)("a save %s the dates is refused with them", (state, words) => {
  const lock = findEntryLock({ isCurrent: true, canEdit: true, dates: window(state) });
  const entry = { kind: "marks", dates: window(state) } as const;

  expect(lock).toBe("outside-dates");
  expect(findLockReason(lock, { notYours: "", entry })).toEqual({ why: "outside-dates", words });
  expect(describeEntryRejection("marks", window(state))).toBe(words);
});

test("what is over, or not theirs, is said before the dates", () => {
  const dates = window("after");

  expect(findEntryLock({ isCurrent: false, canEdit: true, dates })).toBe("past-term");
  expect(findEntryLock({ isCurrent: true, canEdit: false, dates })).toBe("not-yours");
  expect(findEntryLock({ isCurrent: true, canEdit: true, dates: window("open") })).toBe("open");
  expect(findEntryLock({ isCurrent: true, canEdit: true, dates: null })).toBe("open");
  expect((["open", "outside-dates", "past-term", "not-yours"] as const).map(canRestoreValues)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("the sentence above the sheet says when, and what to do", () => {
  const input = { ...TERM, what: "reports", lock: "outside-dates", notYours: "" } as const;

  expect(describeReadOnly({ ...input, dates: window("before") })).toBe(
    "Reports of 2025-2026, Term 3 can be entered from 18 May 2026.",
  );
  expect(describeReadOnlyEntry("marks", window("after"), TERM)).toBe(
    "The time to enter marks of 2025-2026, Term 3 ended on 1 Jul 2026, 16:00. An administrator can give you more time.",
  );
});

test("until when it is open is said where there is an end", () => {
  expect(formatEntryEnd(window("open"))).toBe("1 Jul 2026, 16:00");
  expect(formatEntryEnd({ ...window("open"), closes: null })).toBeNull();
  expect([formatEntryEnd(window("after")), formatEntryEnd(null)]).toEqual([null, null]);
});

test("the dates of a term in a line", () => {
  const told = formatEntryWindows(
    [
      { ...window("open"), kind: "marks" },
      { ...window("before"), kind: "reports" },
    ],
    timeZone,
  );

  expect(told).toBe("marks until 1 Jul 2026, 16:00, reports from 18 May 2026");
  expect(formatEntryWindows([], timeZone)).toBe("");
});

test.each([
  ["2026-07-01T19:59:30Z", "1 minute"],
  ["2026-07-01T18:30:00Z", "90 minutes"],
  ["2026-07-01T17:00:00Z", "3 hours"],
  ["2026-06-25T20:00:00Z", "6 days"],
])("how long it is until then, from %s", (now, words) => {
  expect(formatDuration(new Date(now), CLOSES)).toBe(words);
});

test.each([
  [null, { words: "Open: without dates, marks can be entered at any time.", isUrgent: false }],
  [
    { ...window("open"), closes: null },
    { words: "Open, with no closing date.", isUrgent: false },
  ],
  [window("open"), { words: "Closes in 3 hours.", isUrgent: true }],
  [window("after"), { words: "Closed: the time to enter marks ended on 1 Jul 2026, 16:00.", isUrgent: true }],
  [window("before"), { words: "Closed: marks can be entered from 18 May 2026.", isUrgent: false }],
])("how it stands, %o", (dates, stated) => {
  expect(describeEntryWindow("marks", dates, new Date("2026-07-01T17:00:00Z"))).toEqual(stated);
});

test("the line of the term has its first day, its Mondays, and everything in its place", () => {
  const span = { from: "2026-04-15", to: "2026-05-04" };

  expect(listWeekLabels(span)).toEqual([
    { day: "2026-04-15", at: 0 },
    { day: "2026-04-20", at: 25 },
    { day: "2026-04-27", at: 60 },
    { day: "2026-05-04", at: 95 },
  ]);
  expect(
    ["2026-04-01", "2026-04-25T12:00", "2026-06-01"].map((moment) => percentOfTerm(span, moment)),
  ).toEqual([0, 52.5, 100]);
});
