import { transaction } from "#db/index.ts";
import type { AbsentStudentRow } from "#db/queries/attendance/absent-students.ts";
import type { StudentAbsenceRateRow, StudentOfDayRow } from "#db/queries/attendance/overview.ts";
import type { ClassAttendanceOfDayRow } from "#db/queries/attendance/summary.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import { calculatePercentOfSessionsPresent } from "#domain/daily/attendance-limits.ts";
import {
  ATTENDANCE_STATE_WORDS,
  sessionName,
  type AttendanceState,
} from "#domain/daily/attendance-states.ts";
import { formatCount } from "#domain/daily/counting.ts";
import { formatShortDay } from "#domain/daily/day-words.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { formatContact, formatAbsenceReason } from "../absent/absent.rules.ts";
import { formatCall } from "../absent/absent.server.ts";
import { phoneField } from "#fields/texts.ts";
import type { OverviewScope } from "./scope.server.ts";

export type AttendanceListRow = {
  studentKey: number;
  name: string;
  label: string;
  /** The percentage of the term for which the student was present; null in a list for one day. */
  percent: number | null;
  /** Text such as `24 days` of the term, `3rd day` in a row, or `Late` on the day. */
  days: string;
  /** Whether the student has been absent for three or more consecutive days. */
  isLong: boolean;
  reason: string;
  lastDay: string;
  contact: { who: string; phone: string } | null;
  /** Text such as `Called at 9:10 by M. Joseph`; null if nobody called. */
  called: string | null;
};

/** Returns a student's row in a list for the term. */
export function toTermListRow(
  row: StudentAbsenceRateRow,
  { calendar }: Pick<OverviewScope, "calendar">,
): AttendanceListRow {
  const { last } = row;
  const days = row.absent / calendar.sessions_per_day;
  return {
    studentKey: row.student_key,
    name: formatRegisterName(row),
    label: row.label,
    percent: calculatePercentOfSessionsPresent(row),
    days: `${formatCount(days)} ${days <= 1 ? "day" : "days"}`,
    isLong: false,
    reason: last ? formatAbsenceReason(last.reason, last.note) : "",
    lastDay: last ? formatShortDay(last.day) : "",
    ...toFamilyContact(row, calendar.time_zone),
  };
}

/** Returns a student's row in a list for one day, except in the list of absent students. */
export function toDayListRow(row: StudentOfDayRow, sessionsPerDay: number): AttendanceListRow {
  const states = [...row.states] as AttendanceState[];
  const isSame = states.every((state) => state === states[0]);
  const words = states.map(
    (state, index) =>
      `${ATTENDANCE_STATE_WORDS[state]} in the ${sessionName(index + 1, sessionsPerDay).toLowerCase()}`,
  );
  return {
    studentKey: row.student_key,
    name: formatRegisterName(row),
    label: row.label,
    percent: null,
    days:
      states[0] === undefined
        ? "Not marked yet"
        : isSame
          ? ATTENDANCE_STATE_WORDS[states[0]]
          : words.join(", "),
    isLong: false,
    reason: formatAbsenceReason(row.reason, row.note),
    lastDay: "",
    contact: null,
    called: null,
  };
}

export function toFamilyContact(
  { contact, call }: Pick<AbsentStudentRow, "contact" | "call">,
  timeZone: string,
): Pick<AttendanceListRow, "contact" | "called"> {
  return {
    contact: contact && { who: formatContact(contact), phone: phoneField.words(contact.phone) },
    called: call ? formatCall({ called_at: call.called_at, caller: call }, timeZone) : null,
  };
}

type NumberRead = Pick<AbsentStudentRow, "student_key" | "contact" | "is_noted">;

/** Logs the students whose family's phone number is shown, because the number belongs to the family's record. */
export async function logPhoneNumbersRead(person: Person, rows: readonly NumberRead[]): Promise<void> {
  const studentKeys = new Set(
    rows
      .filter(({ contact, is_noted }) => contact !== null && !is_noted)
      .map(({ student_key }) => student_key),
  );
  if (studentKeys.size === 0) return;
  const read = { accountId: person.accountId, studentKeys: [...studentKeys] };
  await transaction(person, (t) => logRecordViews({ ...read, records: ["family"] }, t));
}

export function hasNoAbsenceReason({ reason, note }: Pick<AbsentStudentRow, "reason" | "note">): boolean {
  return reason === null && note === "";
}

const byName = new Intl.Collator("en");

/** Sorts students by class, in the order of `classes`, and by name within a class. */
export function sortStudentsByClass<Row extends AbsentStudentRow>(
  rows: readonly Row[],
  classes: readonly Pick<ClassAttendanceOfDayRow, "class_id">[],
): Row[] {
  const places = new Map(classes.map(({ class_id }, index) => [class_id, index]));
  const placeOf = ({ class_id }: Row) => places.get(class_id) ?? 0;
  return rows.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) || byName.compare(formatRegisterName(one), formatRegisterName(other)),
  );
}

export function toAbsenceListRow(row: AbsentStudentRow) {
  return {
    studentKey: row.student_key,
    name: formatRegisterName(row),
    label: row.label,
    days: row.days,
    reason: formatAbsenceReason(row.reason, row.note),
    // The panel has space for the relation, but not for the name.
    contact: row.contact && {
      relation: formatContact({ ...row.contact, name: "" }),
      phone: phoneField.words(row.contact.phone),
    },
  };
}
