import { expect, test } from "vitest";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import {
  buildMonthlyAttendance,
  type RegisterMonthDay,
} from "#features/reports/print-attendance-register.server.ts";

const DAYS: RegisterMonthDay[] = [
  { day: "2025-09-22", sessions: 2, holiday: null },
  { day: "2025-09-23", sessions: 0, holiday: null },
  { day: "2025-09-24", sessions: 0, holiday: "Republic Day" },
  { day: "2025-09-25", sessions: 2, holiday: null },
  { day: "2025-09-29", sessions: 1, holiday: null },
];

function student(name: string, gender: "M" | "F" | null, states: Record<string, string>) {
  const held = Object.entries(states).map(([day, letters]) => [`2025-09-${day}`, [...letters]] as const);
  return { name, gender, states: new Map(held as [string, AttendanceState[]][]) };
}

const CLASS = [
  student("Ali, Zahra", "F", { 22: "PP", 25: "PA", 29: "P" }),
  student("Boodoo, Keshav", "M", { 22: "LP", 25: "AA", 29: "L" }),
  student("Charles, Josiah", null, { 25: "LL", 29: "A" }),
  student("Daniel, Samuel", "M", { 22: "PP" }),
];

test("each student's days by hand: a session of two is half a day, late is present, outside the class is nothing", () => {
  const { students } = buildMonthlyAttendance(DAYS, CLASS);

  expect(
    students.map(({ marks, present, absent, late, percent }) => [marks, present, absent, late, percent]),
  ).toEqual([
    [["present", null, null, "half", "present"], 2.5, 0.5, 0, 83],
    [["late", null, null, "absent", "late"], 2, 1, 2, 67],
    [["outside", null, null, "late", "absent"], 1, 1, 1, 50],
    [["present", null, null, "outside", "outside"], 1, 0, 0, 100],
  ]);
});

test("each day's class by hand: who has no sex recorded counts in the whole", () => {
  const { days } = buildMonthlyAttendance(DAYS, CLASS);

  expect(days).toEqual([
    { weekday: "M", day: 22, opensWeek: true, counted: { boys: 2, girls: 1, all: 3, absent: 0, late: 1 } },
    { weekday: "T", day: 23, opensWeek: false, counted: "not marked" },
    { weekday: "W", day: 24, opensWeek: false, counted: "Republic Day" },
    {
      weekday: "T",
      day: 25,
      opensWeek: false,
      counted: { boys: 0, girls: 0.5, all: 1.5, absent: 1.5, late: 1 },
    },
    { weekday: "M", day: 29, opensWeek: true, counted: { boys: 1, girls: 1, all: 2, absent: 1, late: 1 } },
  ]);
});

test("the month's totals are the sum of the days, and per cent is of the days marked", () => {
  const { days, totals } = buildMonthlyAttendance(DAYS, CLASS);

  expect(totals).toEqual({
    boys: { present: 3, percent: 75 },
    girls: { present: 2.5, percent: 83 },
    all: { present: 6.5, percent: 72 },
    absent: 2.5,
    late: 3,
  });
  const present = days.reduce((sum, { counted }) => sum + (typeof counted === "string" ? 0 : counted.all), 0);
  expect(present).toBe(6.5);
});

test("only letters that occur are explained, and who came and went is told", () => {
  const { keys, notes } = buildMonthlyAttendance(DAYS, CLASS);
  const quiet = buildMonthlyAttendance(DAYS, CLASS.slice(0, 1));

  expect(keys.map(({ letter }) => letter)).toEqual(["A", "L", "½", "·", "–"]);
  expect(quiet.keys.map(({ letter }) => letter)).toEqual(["½", "·"]);
  expect(notes).toEqual([
    "Joined: Charles, Josiah (25).",
    "Last day in the class: Daniel, Samuel (22).",
    "School open on 4 days; 3 marked and counted.",
  ]);
});

test("leaving early is present and has its letter, unless the student also came late or missed a session", () => {
  const { students, keys } = buildMonthlyAttendance(DAYS, [
    student("Noel, Tishelle", "F", { 22: "PE", 25: "EA", 29: "E" }),
    student("Ali, Zahra", "F", { 22: "EL", 25: "PP", 29: "P" }),
  ]);

  expect(students).toMatchObject([
    { marks: ["left early", null, null, "half", "left early"], present: 2.5, absent: 0.5, late: 0 },
    { marks: ["late", null, null, "present", "present"], present: 3, absent: 0, late: 1 },
  ]);
  expect(keys.map(({ letter }) => letter)).toEqual(["L", "E", "½", "·"]);
});

test("a session that one was not on for yet is neither present nor absent", () => {
  const { students } = buildMonthlyAttendance(DAYS, [student("Noel, Tishelle", "F", { 22: "P" })]);

  expect(students[0]).toMatchObject({ present: 0.5, absent: 0, percent: 100 });
});
