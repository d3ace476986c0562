import type { AbsenceReason, AttendanceState } from "#domain/daily/attendance-states.ts";
import {
  date,
  identity,
  integer,
  letter,
  NOW,
  nullable,
  primaryKey,
  smallint,
  text,
  timestamp,
  VERSIONED,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

const count = () => withDefault(smallint(), 0);

/** A session of a class with a marked register. A trigger keeps the counts up to date. */
export const AttendanceRegister = table("attendance_registers", {
  class_id: primaryKey(integer()),
  day: primaryKey(date()),
  session: primaryKey(smallint()),
  marked_by: integer(),
  marked_at: withDefault(timestamp(), NOW),
  present: count(),
  absent: count(),
  late: count(),
});

export const AttendanceEntry = table("attendance_entries", {
  student_key: primaryKey(integer()),
  day: primaryKey(date()),
  session: primaryKey(smallint()),
  class_id: integer(),
  state: letter<AttendanceState>(),
  reason: nullable(text<AbsenceReason>()),
  note: withDefault(text(), ""),
  ...VERSIONED,
});
export type AttendanceEntry = RowOf<typeof AttendanceEntry>;

/** A holiday of the school, including its first and last day. */
export const SchoolHoliday = table("school_holidays", {
  school_holiday_id: identity(integer()),
  title: text(),
  from_date: date(),
  to_date: date(),
  ...VERSIONED,
});
export type SchoolHoliday = RowOf<typeof SchoolHoliday>;

/** A weekend or holiday that is open as a school day. */
export const OpenedDay = table("opened_days", {
  opened_day_id: identity(integer()),
  day: date(),
  reason: withDefault(text(), ""),
  ...VERSIONED,
});
export type OpenedDay = RowOf<typeof OpenedDay>;

/** A phone call to the family of an absent student. */
export const AbsenceCall = table("absence_calls", {
  student_key: primaryKey(integer()),
  day: primaryKey(date()),
  called_by: integer(),
  called_at: withDefault(timestamp(), NOW),
  note: withDefault(text(), ""),
  ...VERSIONED,
});
export type AbsenceCall = RowOf<typeof AbsenceCall>;
