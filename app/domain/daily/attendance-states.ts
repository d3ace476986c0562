/** What a register says of a student in a session of a day; who was late was present (A7). */
export const PRESENT = "P";
export const ABSENT = "A";
export const LATE = "L";
export type AttendanceState = typeof PRESENT | typeof ABSENT | typeof LATE;

export const STATE_WORDS: Readonly<Record<AttendanceState, string>> = {
  P: "Present",
  A: "Absent",
  L: "Late",
};

/** In the order that a tap goes through. */
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

/** What a session is called where a day has so many of them. */
export function sessionName(session: number, sessionsPerDay: number): string {
  if (sessionsPerDay === 1) return "Day";
  if (sessionsPerDay === 2) return session === 1 ? "Morning" : "Afternoon";
  return `Session ${session}`;
}
