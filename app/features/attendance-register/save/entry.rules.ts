import {
  ABSENT,
  ATTENDANCE_STATES,
  attendanceWord,
  hasAbsenceReason,
  isAttendanceState,
  PRESENT,
} from "#domain/daily/attendance-states.ts";
import { REGISTER_GROUPS } from "#fields/attendance.ts";
import type { FieldRefusal } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import type { SaveReceipt, SavingRules } from "#saving/protocol/protocol.ts";

/** The fields that only an absent student's entry may have. */
const ABOUT_ABSENCE = ["reason", "note"];

export const REGISTER_ENTRY_RULES: SavingRules = {
  normalise: (values) => (hasAbsenceReason(values.state) ? values : { ...values, reason: null, note: null }),
  countedAs,
  atomicGroups: REGISTER_GROUPS,
};

/** Returns the word under which an entry is counted, such as 'absent'; 'blank' for an entry without a state. */
function countedAs({ state }: FieldValues): string {
  return isAttendanceState(state) ? attendanceWord(state) : "blank";
}

/** Rejects a reason or a note for a present student: the database stores none, so the text would be lost silently. */
export function findRegisterEntryRefusal({
  changes,
  values,
}: {
  changes: FieldValues;
  values: FieldValues;
}): FieldRefusal | null {
  if (hasAbsenceReason(values.state)) return null;
  const field = ABOUT_ABSENCE.find((name) => (changes[name] ?? null) !== null);
  return field ? { reason: "a student who was present cannot have a reason or a note", field } : null;
}

/** States that the summary of counts always names, even when the count is 0. */
const ALWAYS_COUNTED: readonly unknown[] = [PRESENT, ABSENT];

/** Returns text such as '29 present, 4 absent, 2 late'. The numbers add up to the size of the class. */
export function formatRegisterCounts({ blank = 0, ...counts }: Omit<SaveReceipt, "total">): string {
  const parts = ATTENDANCE_STATES.flatMap((state) => {
    const count = counts[attendanceWord(state)] ?? 0;
    return count > 0 || ALWAYS_COUNTED.includes(state) ? [`${count} ${attendanceWord(state)}`] : [];
  });
  if (blank > 0) parts.push(`${blank} not marked`);
  return parts.join(", ");
}
