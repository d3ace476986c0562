import { OTHER_ASSESSMENT, type TestId } from "./terms.ts";

/** The values of attendance: 1 present, 2 absent, 3 no work. */
export const PRESENT = 1;
export const ABSENT = 2;
export const NO_WORK = 3;
export type Attendance = typeof PRESENT | typeof ABSENT | typeof NO_WORK;

export const ATTENDANCE_SHORT: Record<Attendance, string> = { 1: "P", 2: "Abs", 3: "NW" };
export const ATTENDANCE_WORDS: Record<Attendance, string> = { 1: "Present", 2: "Absent", 3: "No work" };

/** No work is offered only for the term's other assessment. */
export function listAttendances(testId: TestId): readonly Attendance[] {
  return testId === OTHER_ASSESSMENT ? [PRESENT, ABSENT, NO_WORK] : [PRESENT, ABSENT];
}

/** The spelling on paper, by one letter or more. */
const SPELLED: Record<Attendance, string> = { 1: "p", 2: "absent", 3: "nw" };

/** Reads 'a', 'ab' and 'abs' as absent and, where it is offered, 'n' as no work; null for other texts. */
export function parseAttendance(letters: string, testId: TestId): Attendance | null {
  const spelled = listAttendances(testId).find((item) => SPELLED[item].startsWith(letters));
  return spelled ?? null;
}

/** Cycles through present, absent, no work where it is offered, and present again. */
export function nextAttendance(current: Attendance, testId: TestId): Attendance {
  const cycle = listAttendances(testId);
  return cycle[(cycle.indexOf(current) + 1) % cycle.length] ?? PRESENT;
}
