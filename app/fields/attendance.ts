import {
  ABSENCE_REASON_WORDS,
  ATTENDANCE_STATE_WORDS,
  ATTENDANCE_STATES,
  type AbsenceReason,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import { choiceField, lookUpField } from "./choices.ts";
import { recordFields, type AtomicGroups, type RecordFields } from "./record.ts";
import { textField } from "./texts.ts";

const LONGEST_NOTE = 100;
const NOT_SAID = "choose present, absent or late";

const state = choiceField({
  control: "list",
  values: ATTENDANCE_STATES,
  reason: NOT_SAID,
  words: (value) => ATTENDANCE_STATE_WORDS[value as AttendanceState],
});

const reasons = new Map(Object.entries(ABSENCE_REASON_WORDS) as [AbsenceReason, string][]);

/** The fields of a register's row. The state is empty until it is entered, and cannot become empty again. */
export const REGISTER_FIELDS: RecordFields = recordFields([
  { name: "state", title: "Attendance", kind: { ...state, refuse: (value) => state.refuse(value ?? "") } },
  { name: "reason", title: "Reason", kind: lookUpField(reasons, "choose Sick, Family or Other") },
  { name: "note", title: "Note", kind: textField({ longest: LONGEST_NOTE }) },
]);

/** Groups of fields that save together: marking a student present removes a reason that a colleague may be editing. */
export const REGISTER_GROUPS: AtomicGroups = [
  ["state", "reason"],
  ["state", "note"],
];
