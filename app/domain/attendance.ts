import { OTHER_ASSESSMENT, type TestId } from "./terms.ts";

/** T9: 1 present, 2 absent, 3 no work. */
export const PRESENT = 1;
export const ABSENT = 2;
export const NO_WORK = 3;
export type Attendance = typeof PRESENT | typeof ABSENT | typeof NO_WORK;

export const ATTENDANCE_SHORT: Record<Attendance, string> = { 1: "P", 2: "Abs", 3: "NW" };
export const ATTENDANCE_WORDS: Record<Attendance, string> = { 1: "Present", 2: "Absent", 3: "No work" };

/** No work is offered only for the term's other assessment (T4, design section 8). */
export function attendancesOf(testId: TestId): readonly Attendance[] {
  return testId === OTHER_ASSESSMENT ? [PRESENT, ABSENT, NO_WORK] : [PRESENT, ABSENT];
}

/** As it is written on paper, in one letter or in more. */
const SPELLED: Record<Attendance, string> = { 1: "p", 2: "absent", 3: "nw" };

/** 'a', 'ab' and 'abs' are absent, 'n' is no work where it is offered; null for what is none. */
export function attendanceSpelled(letters: string, testId: TestId): Attendance | null {
  const spelled = attendancesOf(testId).find((each) => SPELLED[each].startsWith(letters));
  return spelled ?? null;
}

/** What one more activation makes of it: present, absent, then no work where it is offered, then present again. */
export function nextAttendance(current: Attendance, testId: TestId): Attendance {
  const cycle = attendancesOf(testId);
  return cycle[(cycle.indexOf(current) + 1) % cycle.length] ?? PRESENT;
}
