import { expect, test } from "vitest";
import {
  formatOrdinal,
  formatAttendanceRate,
  isAttendanceBelow,
  calculatePercentOfSessionsPresent,
  isHighAbsenceRate,
  absenceLevelOfDay,
} from "#domain/daily/attendance-limits.ts";
import type { SchoolCalendar } from "#domain/daily/school-days.ts";
import {
  attendanceListFileUrl,
  attendanceListUrl,
  parseAttendanceListParams,
  listDateRange,
} from "#features/attendance-summary/overview/overview-address.rules.ts";
import {
  absenceRatesByGroup,
  absenceRatesByWeekday,
  attendanceWeeksChartScale,
  toDayLetters,
  listTrackedDays,
  compareWeeksOfTerms,
  type ClassAttendanceDays,
} from "#features/attendance-summary/overview/term.rules.ts";

const CALENDAR: SchoolCalendar = {
  terms: [{ academic_term_id: 202620271, term_start: "2026-09-09", term_end: "2026-12-11" }],
  holidays: [{ title: "Republic Day", from_date: "2026-09-24", to_date: "2026-09-24" }],
  opened: [],
};

test.each([
  [{ total: 10, absent: 2 }, 80, false, "is at 80% exactly"],
  [{ total: 124, absent: 25 }, 79.83, true, "is a little under"],
  [{ total: 3, absent: 1 }, 66.67, true, "has joined late"],
])("a student with %j is under 80% or not", (sessions, percent, isLow) => {
  expect(calculatePercentOfSessionsPresent(sessions)).toBeCloseTo(percent, 1);
  expect(isAttendanceBelow(80, sessions)).toBe(isLow);
});

test.each([
  [39, 0, "few"],
  [39, 1, "few"],
  [19, 1, "some"],
  [37, 2, "some"],
  // A tenth is absent, but these are fewer than three students.
  [18, 2, "some"],
  [27, 3, "many"],
])("a day with %d present and %d absent has the tone %s", (present, absent, tone) => {
  expect(absenceLevelOfDay({ present, absent })).toBe(tone);
});

test("a rate stands out from a tenth above the rate of all", () => {
  expect([
    isHighAbsenceRate(5.5, 5),
    isHighAbsenceRate(5.49, 5),
    isHighAbsenceRate(null, 5),
    isHighAbsenceRate(5, 0),
  ]).toEqual([true, false, false, false]);
  expect([99.97, 100, 0.01, 0, 95.25].map(formatAttendanceRate)).toEqual([
    "99.9",
    "100.0",
    "0.1",
    "0.0",
    "95.3",
  ]);
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 111].map(formatOrdinal)).toEqual(
    "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 111th".split(" "),
  );
});

/** The term began on a Wednesday; its second week has no register of class 2. */
const NOW: ClassAttendanceDays[] = [
  {
    classId: 1,
    level: 1,
    days: [
      { day: "2026-09-09", present: 9, absent: 1 },
      { day: "2026-09-11", present: 8, absent: 2 },
      { day: "2026-09-14", present: 7, absent: 3 },
    ],
  },
  { classId: 2, level: 2, days: [{ day: "2026-09-11", present: 20, absent: 0 }] },
];

/** Term 3 began on a Monday. */
const BEFORE: ClassAttendanceDays[] = [
  { classId: 1, level: 1, days: [{ day: "2026-04-20", present: 5, absent: 5 }] },
];

test("weeks compare by their place in the term, and a line ends where a term has no register", () => {
  const weeks = compareWeeksOfTerms(
    {
      now: { from: "2026-09-09", classes: NOW },
      before: { from: "2026-04-13", classes: BEFORE },
      yearAgo: null,
    },
    "2026-09-22",
  );

  expect(weeks).toEqual([
    // 9 + 8 + 20 of 40.
    { from: "2026-09-07", words: "7 Sep", now: 92.5, before: null, yearAgo: null },
    { from: "2026-09-14", words: "14 Sep", now: 70, before: 50, yearAgo: null },
    { from: "2026-09-21", words: "21 Sep", now: null, before: null, yearAgo: null },
  ]);
  expect(attendanceWeeksChartScale(weeks)).toEqual({ least: 50, most: 96 });
});

test("weekdays and levels are rates of absence beside last term's, and the high ones stand out", () => {
  const weekdays = absenceRatesByWeekday(NOW, BEFORE);
  const levels = absenceRatesByGroup(
    [
      { key: 1, title: "Form 1" },
      { key: 2, title: "Form 2" },
    ],
    { now: NOW, before: BEFORE, keyOf: ({ level }) => level },
  );

  // All classes: 6 absent of 50, 12%.
  expect(weekdays.map(({ title, now, before, isHigh }) => [title, now, before, isHigh])).toEqual([
    ["Monday", 30, 50, true],
    ["Tuesday", null, null, false],
    ["Wednesday", 10, null, false],
    ["Thursday", null, null, false],
    ["Friday", (100 * 2) / 30, null, false],
  ]);
  expect(levels.map(({ now, before, isHigh }) => [now, before, isHigh])).toEqual([
    [20, 50, true],
    [0, null, false],
  ]);
});

test("a class's days are letters, week by week, with holidays and days without a register", () => {
  const tracked = listTrackedDays({ from: "2026-09-21", to: "2026-09-29" }, CALENDAR);
  const days = [
    { day: "2026-09-21", present: 27, absent: 3 },
    { day: "2026-09-22", present: 28, absent: 2 },
    { day: "2026-09-29", present: 30, absent: 0 },
  ];

  const letters = toDayLetters(days, tracked);

  expect(letters).toBe("msnhn nf");
});

test("a list's address says its narrowing, and a wrong value counts as missing", () => {
  const place = { day: null, level: 3 };

  expect(attendanceListUrl("absences", { ...place, week: "2026-09-14" })).toBe(
    "/app/overview/absences?level=3&week=2026-09-14",
  );
  const query = new URLSearchParams("level=9&class=x&weekday=8&week=2026-09-15&date=2026-02-30");
  const read = parseAttendanceListParams("absences", query);
  expect(read).toEqual({
    list: "absences",
    day: null,
    level: null,
    classId: null,
    weekday: null,
    week: null,
  });
  expect(read && attendanceListFileUrl(read, "xlsx")).toBe(
    "/app/overview/absences/document?format=xlsx&download=1",
  );
  expect(parseAttendanceListParams("everybody", query)).toBeNull();
  const term = { from: "2026-09-09", to: "2026-09-11" };
  expect(listDateRange({ week: "2026-09-07", weekday: null }, term)).toEqual(term);
  expect(listDateRange({ week: "2026-09-07", weekday: 4 }, term)).toEqual({
    from: "2026-09-10",
    to: "2026-09-10",
  });
});
