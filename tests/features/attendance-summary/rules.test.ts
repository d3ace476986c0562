import { expect, test } from "vitest";
import type { SchoolCalendar } from "#domain/daily/school-days.ts";
import {
  attendanceFiguresByLevel,
  chooseShownDay,
  describeClosure,
  formatPercent,
  sumAttendanceFigures,
  toSchoolDayChoice,
} from "#features/attendance-summary/day/figures.rules.ts";
import { parseRegisterKey } from "#domain/paths.ts";
import {
  parseAttendanceParams,
  parseAttendanceSummaryParams,
  attendanceSummaryUrl,
} from "#features/attendance-summary/params.rules.ts";
import {
  summariseStudentAttendance,
  describeStudentAttendance,
  listAttendanceCalendarWeeks,
} from "#features/attendance-summary/student/student-term.rules.ts";
import {
  trendScaleStart,
  toTrendDays,
  groupTrendByWeek,
} from "#features/attendance-summary/trend/trend.rules.ts";

/** Term 3 of 2025-2026 with Labour Day on a Friday, and a Saturday that is open as a school day. */
const CALENDAR: SchoolCalendar = {
  terms: [{ academic_term_id: 202520263, term_start: "2026-04-13", term_end: "2026-07-03" }],
  holidays: [{ title: "Labour Day", from_date: "2026-06-19", to_date: "2026-06-19" }],
  opened: ["2026-06-20"],
};

test("a level adds up its classes: half days count half, and without a register its students wait", () => {
  const classes = [
    { level: 3, title: "Std 1", students: 0, sessions: [session(28, 2, 1), session(27, 3, 0)] },
    { level: 3, title: "Std 1", students: 30, sessions: [] },
    { level: 4, title: "Std 2", students: 0, sessions: [session(25, 0, 4)] },
  ];

  const levels = attendanceFiguresByLevel(classes);

  expect(levels).toEqual([
    { level: 3, title: "Std 1", present: 27.5, absent: 2.5, late: 1, waiting: 30 },
    { level: 4, title: "Std 2", present: 25, absent: 0, late: 4, waiting: 0 },
  ]);
  expect(sumAttendanceFigures(levels)).toEqual({ present: 52.5, absent: 2.5, late: 5, waiting: 30 });
});

test.each([
  [100, "100%"],
  [99.7, "over 99%"],
  [93.02, "93%"],
  [0.2, "under 1%"],
  [0, "0%"],
])("%d percent are written %s", (percent, words) => {
  expect(formatPercent(percent)).toBe(words);
});

test("a day compares with the mean of its weekday, and a day that nobody was marked on is left out", () => {
  const days = toTrendDays([
    { day: "2026-06-12", present: 4, absent: 0, late: 0 },
    { day: "2026-06-22", present: 3, absent: 1, late: 1 },
    { day: "2026-06-23", present: 0, absent: 0, late: 0 },
    { day: "2026-06-26", present: 4.5, absent: 1.5, late: 2 },
  ]);

  expect(days.map(({ day, percent, usual }) => [day, percent, usual])).toEqual([
    ["2026-06-12", 100, 87.5],
    ["2026-06-22", 75, 75],
    ["2026-06-26", 75, 87.5],
  ]);
  const { weeks, usual } = groupTrendByWeek(days);
  expect(weeks.map(({ words, days: ofWeek }) => [words, ...ofWeek.map((day) => day?.percent)])).toEqual([
    ["8 Jun", undefined, undefined, undefined, undefined, 100],
    ["15 Jun", undefined, undefined, undefined, undefined, undefined],
    ["22 Jun", 75, undefined, undefined, undefined, 75],
  ]);
  expect(usual).toEqual([75, null, null, null, 87.5]);
  expect(trendScaleStart(days)).toBe(70);
  expect(trendScaleStart([])).toBe(80);
});

test.each([
  { asked: null, today: "2026-06-26", shown: "2026-06-26", why: "today" },
  { asked: null, today: "2026-06-28", shown: "2026-06-26", why: "on Sunday the last school day" },
  { asked: null, today: "2026-06-21", shown: "2026-06-20", why: "a Saturday that was opened" },
  { asked: null, today: "2026-08-10", shown: "2026-07-03", why: "in the holidays the last of the term" },
  { asked: "2026-05-04", today: "2026-06-26", shown: "2026-05-04", why: "the day that is asked for" },
  { asked: "2026-06-29", today: "2026-06-26", shown: "2026-06-26", why: "never a day to come" },
  { asked: null, today: "2026-01-05", shown: "2026-01-05", why: "before the first term today itself" },
])("the day that is shown: $why", ({ asked, today, shown }) => {
  expect(chooseShownDay(asked, { calendar: CALENDAR, today })).toBe(shown);
});

test("the school days beside a day skip holidays, and tomorrow is not offered", () => {
  const monday = toSchoolDayChoice("2026-06-22", { calendar: CALENDAR, today: "2026-06-22" });
  const saturday = toSchoolDayChoice("2026-06-20", { calendar: CALENDAR, today: "2026-06-22" });

  expect(monday).toMatchObject({ words: "Mon 22 Jun 2026", previous: "2026-06-20", next: null });
  expect(saturday).toMatchObject({ previous: "2026-06-18", next: "2026-06-22" });
  expect(
    ["2026-06-19", "2026-06-21", "2026-08-10", "2026-06-20"].map((day) => describeClosure(day, CALENDAR)),
  ).toEqual([
    "This day is a holiday: Labour Day.",
    "This day falls on a weekend.",
    "This day is outside the school terms.",
    null,
  ]);
});

test("an address that says a day wrongly is as one that says none", () => {
  const places = ["date=2026-06-26&level=3", "date=2026-02-30", "date=2026-13-45", "date=today&level=9"].map(
    (query) => parseAttendanceSummaryParams(new URLSearchParams(query)),
  );

  expect(places).toEqual([
    { day: "2026-06-26", level: 3 },
    { day: null, level: null },
    { day: null, level: null },
    { day: null, level: null },
  ]);
  expect(places.map(attendanceSummaryUrl)).toEqual([
    "/app/attendance-summary?date=2026-06-26&level=3",
    "/app/attendance-summary",
    "/app/attendance-summary",
    "/app/attendance-summary",
  ]);
});

test.each(["0000-00-00", "0000-01-01", "2026-99-99", "2026-02-30", "26-6", ""])("%s is no day", (date) => {
  expect(parseAttendanceSummaryParams(new URLSearchParams({ date })).day).toBeNull();
  expect(parseRegisterKey({ classId: "1", day: date, session: "1" })).toBeNull();
});

test("View Attendance closes to the list as it was searched, or to the record's tab", () => {
  const search = "?search=bap&date=2026-06-25";

  const [overList, overRecord] = ["attendance", "view-attendance"].map((what) =>
    parseAttendanceParams({ pathname: `/app/students/17/${what}`, search }),
  );

  expect(overList).toMatchObject({ closeTo: "/app/students?search=bap", backLabel: "Students" });
  expect(overRecord).toMatchObject({ closeTo: "/app/students/17?search=bap", backLabel: "Student Record" });
  expect(overList?.dayTo("2026-06-24")).toBe("/app/students/17/attendance?search=bap&date=2026-06-24");
});

test("a student's weeks begin on Monday and say of each day what its registers say", () => {
  const entries = [
    entry("2026-06-18", 1, "A", "Sick"),
    entry("2026-06-18", 2, "A", "Sick"),
    entry("2026-06-20", 1, "L"),
    entry("2026-06-22", 1, "P"),
    entry("2026-06-22", 2, "A"),
    entry("2026-06-23", 1, "E"),
  ];

  const weeks = listAttendanceCalendarWeeks(
    { from: "2026-06-17", to: "2026-06-24" },
    { entries, calendar: CALENDAR, sessionsPerDay: 2 },
  );

  const said = weeks.map(({ words, days }) => [
    words,
    ...days.map((day) => day && `${day.look} ${day.words}`),
  ]);
  expect(said).toEqual([
    [
      "15 Jun",
      null,
      null,
      "none Wed 17 Jun: no register",
      "away Thu 18 Jun: absent, sick, excused",
      "closed Fri 19 Jun: Labour Day",
      "late Sat 20 Jun: late",
      "closed Sun 21 Jun: no school",
    ],
    [
      "22 Jun",
      "part Mon 22 Jun: present in the morning, absent in the afternoon",
      "late Tue 23 Jun: left early",
      "none Wed 24 Jun: no register",
      null,
      null,
      null,
      null,
    ],
  ]);
  expect(describeStudentAttendance(summariseStudentAttendance(entries))).toBe(
    "Present on 2½ of 4 days, absent on 1½ (1 excused), late once, left early once",
  );
  expect(describeStudentAttendance(summariseStudentAttendance([]))).toBe("Not on any register this term");
});

function session(present: number, absent: number, late: number) {
  return { present, absent, late };
}

function entry(day: string, index: number, state: "P" | "A" | "L" | "E", reason: string | null = null) {
  return { day, session: index, state, reason, is_excused: reason !== null, note: "" };
}
