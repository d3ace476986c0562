import {
  isAbsent,
  PRESENT,
  ATTENDANCE_STATE_WORDS,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import { weekdayName } from "#domain/daily/day-words.ts";
import { addDays } from "#domain/dates.ts";
import type { RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";

type Absence = {
  dayBefore: string | null;
  /** The number of consecutive full days of absence; `last` is the last of those days. */
  days: number;
  last: string | null;
  day: string;
  /** The earlier session of the day in which the student was absent, or null. */
  earlier: string | null;
};

/** Returns text such as 'Absent yesterday too', '3rd day in a row' or 'Absent in the morning too'. */
export function describeEarlierAbsence({ dayBefore, days, last, day, earlier }: Absence): string | null {
  if (days > 0 && last !== null && last === dayBefore) {
    if (days > 1) return `${ordinal(days + 1)} day in a row`;
    return last === addDays(day, -1) ? "Absent yesterday too" : `Absent on ${weekdayName(last)} too`;
  }
  return earlier && `Absent in the ${earlier.toLowerCase()} too`;
}

const SUFFIXES: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };

function ordinal(number: number): string {
  return `${number}${SUFFIXES[new Intl.PluralRules("en", { type: "ordinal" }).select(number)]}`;
}

type Before = { state: AttendanceState; reason: string | null; note: string };

/** Returns the suggested entry. A student who was absent in the morning starts as absent in the afternoon. */
export function defaultRegisterEntryValues(before: Before | null): FieldValues {
  if (!before || !isAbsent(before.state)) return { state: PRESENT, reason: null, note: null };
  const { state, reason, note } = before;
  return { state, reason, note: note || null };
}

export function formatAttendanceState(state: unknown): string {
  return ATTENDANCE_STATE_WORDS[state as AttendanceState] ?? "Not marked";
}

/** Returns text such as `Sick, has a fever`. */
export function formatReasonAndNote(
  fields: RecordFields,
  { reason = null, note = null }: FieldValues,
): string {
  return [reason === null ? "" : fields.get("reason")?.kind.words(reason), note].filter(Boolean).join(", ");
}
