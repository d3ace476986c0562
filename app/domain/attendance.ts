import { OTHER_ASSESSMENT, type TestId } from "./terms.ts";

/** The stored values of a student's attendance at a test. `NO_WORK` means that no work was handed in. */
export const PRESENT = 1;
export const ABSENT = 2;
export const NO_WORK = 3;
export type Attendance = typeof PRESENT | typeof ABSENT | typeof NO_WORK;

export const ATTENDANCE_SHORT: Record<Attendance, string> = { 1: "P", 2: "Abs", 3: "NW" };
export const ATTENDANCE_WORDS: Record<Attendance, string> = { 1: "Present", 2: "Absent", 3: "No work" };

/** Lists the values that a test allows. "No work" exists only for the term's other assessment. */
export function listAllowedAttendances(testId: TestId): readonly Attendance[] {
  return testId === OTHER_ASSESSMENT ? [PRESENT, ABSENT, NO_WORK] : [PRESENT, ABSENT];
}

/** The abbreviations on paper mark sheets. Teachers may type the first letter only, or more letters. */
const SPELLED: Record<Attendance, string> = { 1: "p", 2: "absent", 3: "nw" };

/** Reads `a`, `ab` and `abs` as absent and, where the test allows it, `n` as no work. Returns null for other texts. */
export function parseAttendance(letters: string, testId: TestId): Attendance | null {
  const spelled = listAllowedAttendances(testId).find((item) => SPELLED[item].startsWith(letters));
  return spelled ?? null;
}

/** Returns the value after the next tap: present, absent, no work (where the test allows it), then present again. */
export function nextAttendance(current: Attendance, testId: TestId): Attendance {
  const cycle = listAllowedAttendances(testId);
  return cycle[(cycle.indexOf(current) + 1) % cycle.length] ?? PRESENT;
}
