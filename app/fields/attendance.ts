import {
  ATTENDANCE_STATE_WORDS,
  ATTENDANCE_STATES,
  attendanceWord,
  FIRST_ABSENCE_REASONS,
  type AbsenceReason,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import { choiceField, lookUpField } from "./choices.ts";
import { mapFieldsByName, type AtomicGroups, type RecordFields } from "./record.ts";
import { textField } from "./texts.ts";

const LONGEST_NOTE = 100;
const STATES = ATTENDANCE_STATES.map(attendanceWord);

const state = choiceField({
  control: "list",
  values: ATTENDANCE_STATES,
  reason: `choose ${STATES.slice(0, -1).join(", ")} or ${STATES.at(-1)}`,
  words: (value) => ATTENDANCE_STATE_WORDS[value as AttendanceState],
});

/**
 * Returns the fields of a register's row. The state is empty until it is entered, and cannot become empty again.
 * @param reasons the reasons that the school gives for an absence
 */
export function buildRegisterFields(
  reasons: readonly Pick<AbsenceReason, "reason" | "title">[],
): RecordFields {
  const titles = new Map(reasons.map(({ reason, title }) => [reason, title]));
  return mapFieldsByName([
    { name: "state", title: "Attendance", kind: { ...state, refuse: (value) => state.refuse(value ?? "") } },
    { name: "reason", title: "Reason", kind: lookUpField(titles, "choose a reason from the school’s list") },
    { name: "note", title: "Note", kind: textField({ longest: LONGEST_NOTE }) },
  ]);
}

/** The fields of a register's row, for code that does not know the school's own list of reasons. */
export const REGISTER_FIELDS: RecordFields = buildRegisterFields(FIRST_ABSENCE_REASONS);

/** Groups of fields that save together: marking a student present removes a reason that a colleague may be editing. */
export const REGISTER_GROUPS: AtomicGroups = [
  ["state", "reason"],
  ["state", "note"],
];
