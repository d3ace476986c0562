import { expect, test } from "vitest";
import { nextAttendance } from "#domain/attendance.ts";

test.each([
  [1, 1, 2],
  [2, 1, 1],
  [1, 2, 2],
  [2, 2, 3],
  [3, 2, 1],
  [1, 3, 2],
  [2, 3, 1],
  [3, 1, 1],
] as const)("attendance %s of test %s becomes %s when activated", (current, testId, expected) => {
  expect(nextAttendance(current, testId)).toBe(expected);
});
