import {
  REASON_WORDS,
  STATE_WORDS,
  STATES,
  type AbsenceReason,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import { choice, lookUp } from "./choices.ts";
import { recordFields, type AtomicGroups, type RecordFields } from "./record.ts";
import { text } from "./texts.ts";

const LONGEST_NOTE = 100;
const NOT_SAID = "choose present, absent or late";

const state = choice({
  control: "list",
  values: STATES,
  reason: NOT_SAID,
  words: (value) => STATE_WORDS[value as AttendanceState],
});

const reasons = new Map(Object.entries(REASON_WORDS) as [AbsenceReason, string][]);

/** A student's row of a register. It has no state until it is marked, and cannot become unmarked again. */
export const REGISTER_FIELDS: RecordFields = recordFields([
  { name: "state", title: "Attendance", kind: { ...state, refuse: (value) => state.refuse(value ?? "") } },
  { name: "reason", title: "Reason", kind: lookUp(reasons, "choose Sick, Family or Other") },
  { name: "note", title: "Note", kind: text({ longest: LONGEST_NOTE }) },
]);

/** A present student has neither reason nor note, so these change together: no half is overwritten unseen. */
export const REGISTER_GROUPS: AtomicGroups = [
  ["state", "reason"],
  ["state", "note"],
];
