/**
 * The states that a student can have in a session of the register, in the order in which taps step through them. The
 * register, its counts, the queries, the summary and the printed register all read this table.
 *
 * A new state also needs a migration, because the database checks the letter and counts the sessions.
 */
const STATES = {
  P: { word: "Present", countsAs: "present", hasReason: false, printed: "·", meaning: "present" },
  A: { word: "Absent", countsAs: "absent", hasReason: true, printed: "A", meaning: "absent" },
  L: { word: "Late", countsAs: "late", hasReason: true, printed: "L", meaning: "late, counted as present" },
  E: {
    word: "Left early",
    countsAs: "present",
    hasReason: true,
    printed: "E",
    meaning: "left early, counted as present",
  },
} as const satisfies Record<string, StateOfRegister>;

type StateOfRegister = {
  word: string;
  /** Students who are late count as present too. */
  countsAs: "present" | "absent" | "late";
  /** True if the entry can have a reason and a note. */
  hasReason: boolean;
  /** The letter in the printed register, and its explanation below that register. */
  printed: string;
  meaning: string;
};

/** The letter stored in the database, which is also the key that a teacher presses. */
export type AttendanceState = keyof typeof STATES;

/** The state in lower case, as messages and the printed register write it. */
export type AttendanceWord = Lowercase<(typeof STATES)[AttendanceState]["word"]>;

export const PRESENT = "P";
export const ABSENT = "A";
export const LATE = "L";
export const LEFT_EARLY = "E";

export const ATTENDANCE_STATES = Object.keys(STATES) as readonly AttendanceState[];

export const ATTENDANCE_STATE_WORDS = Object.fromEntries(
  ATTENDANCE_STATES.map((state) => [state, STATES[state].word]),
) as Readonly<Record<AttendanceState, string>>;

/** During an update a newer version may store a state that this version does not know. It counts as present. */
export function attendanceWord(state: AttendanceState): AttendanceWord {
  return STATES[isAttendanceState(state) ? state : PRESENT].word.toLowerCase() as AttendanceWord;
}

export function isAttendanceState(value: unknown): value is AttendanceState {
  return typeof value === "string" && Object.hasOwn(STATES, value);
}

export function listStatesCountedAs(counted: "absent" | "late"): readonly AttendanceState[] {
  return ATTENDANCE_STATES.filter((state) => STATES[state].countsAs === counted);
}

export function isAbsent(state: unknown): boolean {
  return isAttendanceState(state) && STATES[state].countsAs === "absent";
}

export function isLate(state: unknown): boolean {
  return isAttendanceState(state) && STATES[state].countsAs === "late";
}

export function hasAbsenceReason(state: unknown): boolean {
  return isAttendanceState(state) && STATES[state].hasReason;
}

/**
 * A student's attendance on a day: a state, `half` for presence during part of the day, or `outside` for a student
 * who was not in the class.
 */
export type PrintedAttendance = AttendanceWord | "half" | "outside";

/** Lists the letters of the printed register in the order in which the register explains them. */
export function listRegisterLetters(): { mark: PrintedAttendance; letter: string; meaning: string }[] {
  const marks = ATTENDANCE_STATES.map((state) => ({
    mark: attendanceWord(state),
    letter: STATES[state].printed,
    meaning: STATES[state].meaning,
  }));
  return [
    ...marks.slice(1),
    { mark: "half", letter: "½", meaning: "present for part of the day" },
    ...marks.slice(0, 1),
    { mark: "outside", letter: "–", meaning: "not in the class" },
  ];
}

export function nextAttendanceState(state: AttendanceState): AttendanceState {
  return ATTENDANCE_STATES[(ATTENDANCE_STATES.indexOf(state) + 1) % ATTENDANCE_STATES.length] ?? PRESENT;
}

/** A reason of the school's list. An absence with an excused reason still counts as an absence. */
export type AbsenceReason = { reason: string; title: string; isExcused: boolean };

/** The reasons with which every school starts. The school changes its list under Settings, Attendance Reasons. */
export const FIRST_ABSENCE_REASONS: readonly AbsenceReason[] = [
  { reason: "sick", title: "Sick", isExcused: true },
  { reason: "family", title: "Family", isExcused: false },
  { reason: "bereavement", title: "Bereavement", isExcused: true },
  { reason: "sport", title: "Sport", isExcused: true },
  { reason: "suspended", title: "Suspended", isExcused: false },
  { reason: "transport", title: "Transport", isExcused: false },
  { reason: "other", title: "Other", isExcused: false },
];

/** Names a session of a day that has this many sessions: `Day`, `Morning` or `Afternoon`, for example. */
export function sessionName(session: number, sessionsPerDay: number): string {
  if (sessionsPerDay === 1) return "Day";
  if (sessionsPerDay === 2) return session === 1 ? "Morning" : "Afternoon";
  return `Session ${session}`;
}
