import { OTHER_ASSESSMENT_TEST_ID, type TestId } from "./terms.ts";

/** The stored values of a student's attendance at a test. `NO_WORK_HANDED_IN` means that no work was handed in. */
export const PRESENT_AT_TEST = 1;
export const ABSENT_FROM_TEST = 2;
export const NO_WORK_HANDED_IN = 3;
export type TestAttendance = typeof PRESENT_AT_TEST | typeof ABSENT_FROM_TEST | typeof NO_WORK_HANDED_IN;

export const ATTENDANCE_ABBREVIATIONS: Record<TestAttendance, string> = { 1: "P", 2: "Abs", 3: "NW" };
export const ATTENDANCE_WORDS: Record<TestAttendance, string> = { 1: "Present", 2: "Absent", 3: "No work" };

/** Lists the values that a test allows. "No work" exists only for the term's other assessment. */
export function listAllowedAttendances(testId: TestId): readonly TestAttendance[] {
  return testId === OTHER_ASSESSMENT_TEST_ID
    ? [PRESENT_AT_TEST, ABSENT_FROM_TEST, NO_WORK_HANDED_IN]
    : [PRESENT_AT_TEST, ABSENT_FROM_TEST];
}

/** The abbreviations on paper mark sheets. Teachers may type the first letter only, or more letters. */
const SPELLED: Record<TestAttendance, string> = { 1: "p", 2: "absent", 3: "nw" };

/** Reads `a`, `ab` and `abs` as absent and, where the test allows it, `n` as no work. Returns null for other texts. */
export function parseAttendance(letters: string, testId: TestId): TestAttendance | null {
  const spelled = listAllowedAttendances(testId).find((item) => SPELLED[item].startsWith(letters));
  return spelled ?? null;
}

/** Returns the value after the next tap: present, absent, no work (where the test allows it), then present again. */
export function nextAttendance(current: TestAttendance, testId: TestId): TestAttendance {
  const cycle = listAllowedAttendances(testId);
  return cycle[(cycle.indexOf(current) + 1) % cycle.length] ?? PRESENT_AT_TEST;
}
