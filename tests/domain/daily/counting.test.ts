import { expect, test } from "vitest";
import {
  attendanceWord,
  nextAttendanceState,
  sessionName,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import { formatCount, averageDayFigures, sumDayFigures } from "#domain/daily/counting.ts";

test.each([
  ["no session marked", [], null],
  ["the morning alone", [{ present: 31, absent: 4, late: 1 }], { present: 31, absent: 4, late: 1 }],
  [
    "who went home at noon is half absent",
    [
      { present: 32, absent: 3, late: 2 },
      { present: 31, absent: 4, late: 0 },
    ],
    { present: 31.5, absent: 3.5, late: 2 },
  ],
  [
    "late in the morning and after lunch is late twice",
    [
      { present: 2, absent: 0, late: 1 },
      { present: 2, absent: 0, late: 1 },
    ],
    { present: 2, absent: 0, late: 2 },
  ],
])("a class's day: %s", (_, sessions, expected) => {
  expect(averageDayFigures(sessions)).toEqual(expected);
});

test("a school's day is the sum of its classes", () => {
  const classes = [
    { present: 31.5, absent: 3.5, late: 2 },
    { present: 20, absent: 0.5, late: 0 },
  ];

  expect(sumDayFigures(classes)).toEqual({ present: 51.5, absent: 4, late: 2 });
  expect(sumDayFigures([])).toEqual({ present: 0, absent: 0, late: 0 });
});

test("a tap goes from present to absent, late, left early and back", () => {
  expect(["P", "A", "L", "E"].map((state) => nextAttendanceState(state as AttendanceState))).toEqual([
    "A",
    "L",
    "E",
    "P",
  ]);
});

test.each([
  [1, 1, "Day"],
  [1, 2, "Morning"],
  [2, 2, "Afternoon"],
  [3, 4, "Session 3"],
])("session %i of %i is called %3$s", (session, perDay, name) => {
  expect(sessionName(session, perDay)).toBe(name);
});

test.each([
  [0, "0"],
  [0.5, "½"],
  [385.5, "385½"],
  [1204, "1,204"],
  [12.333, "12.3"],
  // A quarter, when a day has four sessions, is not a half.
  [0.25, "0.3"],
])("%d is written %s", (count, words) => {
  expect(formatCount(count)).toBe(words);
});

test("a state of a newer version, which stores it during an update, counts as present", () => {
  expect(attendanceWord("X" as AttendanceState)).toBe("present");
});
