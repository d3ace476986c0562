/** The states of a student in a session of the register. A late student counts as present. */
export const PRESENT = "P";
export const ABSENT = "A";
export const LATE = "L";
export type AttendanceState = typeof PRESENT | typeof ABSENT | typeof LATE;

export const ATTENDANCE_STATE_WORDS: Readonly<Record<AttendanceState, string>> = {
  P: "Present",
  A: "Absent",
  L: "Late",
};

/** In the order in which tapping a student goes through them. */
export const ATTENDANCE_STATES: readonly AttendanceState[] = [PRESENT, ABSENT, LATE];

export function nextAttendanceState(state: AttendanceState): AttendanceState {
  return ATTENDANCE_STATES[(ATTENDANCE_STATES.indexOf(state) + 1) % ATTENDANCE_STATES.length] ?? PRESENT;
}

export type AbsenceReason = "sick" | "family" | "other";

export const ABSENCE_REASON_WORDS: Readonly<Record<AbsenceReason, string>> = {
  sick: "Sick",
  family: "Family",
  other: "Other",
};

/** Names a session, such as `Morning`, on a day with this many sessions. */
export function sessionName(session: number, sessionsPerDay: number): string {
  if (sessionsPerDay === 1) return "Day";
  if (sessionsPerDay === 2) return session === 1 ? "Morning" : "Afternoon";
  return `Session ${session}`;
}
