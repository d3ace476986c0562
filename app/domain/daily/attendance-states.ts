/** The states of a student in a session; late students count as present. */
export const PRESENT = "P";
export const ABSENT = "A";
export const LATE = "L";
export type AttendanceState = typeof PRESENT | typeof ABSENT | typeof LATE;

export const STATE_WORDS: Readonly<Record<AttendanceState, string>> = {
  P: "Present",
  A: "Absent",
  L: "Late",
};

/** The states in the order of tapping. */
export const STATES: readonly AttendanceState[] = [PRESENT, ABSENT, LATE];

export function nextState(state: AttendanceState): AttendanceState {
  return STATES[(STATES.indexOf(state) + 1) % STATES.length] ?? PRESENT;
}

export type AbsenceReason = "sick" | "family" | "other";

export const REASON_WORDS: Readonly<Record<AbsenceReason, string>> = {
  sick: "Sick",
  family: "Family",
  other: "Other",
};

/** Names a session of a day with this many. */
export function sessionName(session: number, sessionsPerDay: number): string {
  if (sessionsPerDay === 1) return "Day";
  if (sessionsPerDay === 2) return session === 1 ? "Morning" : "Afternoon";
  return `Session ${session}`;
}
