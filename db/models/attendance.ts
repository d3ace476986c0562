import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import {
  bigintColumn,
  booleanColumn,
  dateColumn,
  identityColumn,
  integerColumn,
  charColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  timestampColumn,
  VERSION_COLUMNS,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

const count = () => withDefault(smallintColumn(), 0);

/** A session of a class with a marked register. A trigger keeps the counts up to date. */
export const AttendanceRegister = table("attendance_registers", {
  class_id: primaryKey(integerColumn()),
  day: primaryKey(dateColumn()),
  session: primaryKey(smallintColumn()),
  marked_by: integerColumn(),
  marked_at: withDefault(timestampColumn(), NOW_LITERAL),
  present: count(),
  absent: count(),
  late: count(),
});

/** The number of times that a class's registers have changed. A trigger counts them. */
export const RegisterState = table("register_states", {
  class_id: primaryKey(integerColumn()),
  changes: bigintColumn(),
});

export const AttendanceEntry = table("attendance_entries", {
  student_key: primaryKey(integerColumn()),
  day: primaryKey(dateColumn()),
  session: primaryKey(smallintColumn()),
  class_id: integerColumn(),
  state: charColumn<AttendanceState>(),
  reason: nullable(textColumn()),
  note: withDefault(textColumn(), ""),
  ...VERSION_COLUMNS,
});
export type AttendanceEntry = RowOf<typeof AttendanceEntry>;

/** A reason that the school gives for an absence. A reason that is no longer offered stays on its registers. */
export const AttendanceReason = table("attendance_reasons", {
  reason: primaryKey(textColumn()),
  title: textColumn(),
  is_excused: withDefault(booleanColumn(), false),
  is_offered: withDefault(booleanColumn(), true),
  ...VERSION_COLUMNS,
});
export type AttendanceReason = RowOf<typeof AttendanceReason>;

/** A holiday of the school, including its first and last day. */
export const SchoolHoliday = table("school_holidays", {
  school_holiday_id: identityColumn(integerColumn()),
  title: textColumn(),
  from_date: dateColumn(),
  to_date: dateColumn(),
  ...VERSION_COLUMNS,
});
export type SchoolHoliday = RowOf<typeof SchoolHoliday>;

/** A weekend or holiday that is open as a school day. */
export const OpenedDay = table("opened_days", {
  opened_day_id: identityColumn(integerColumn()),
  day: dateColumn(),
  reason: withDefault(textColumn(), ""),
  ...VERSION_COLUMNS,
});
export type OpenedDay = RowOf<typeof OpenedDay>;

/** A phone call to the family of an absent student. */
export const AbsenceCall = table("absence_calls", {
  student_key: primaryKey(integerColumn()),
  day: primaryKey(dateColumn()),
  called_by: integerColumn(),
  called_at: withDefault(timestampColumn(), NOW_LITERAL),
  note: withDefault(textColumn(), ""),
  ...VERSION_COLUMNS,
});
export type AbsenceCall = RowOf<typeof AbsenceCall>;
