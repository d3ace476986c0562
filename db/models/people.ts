import type { MaritalStatus } from "#domain/people/employees.ts";
import {
  bigintColumn,
  booleanColumn,
  dateColumn,
  identityColumn,
  integerColumn,
  charColumn,
  nullable,
  smallintColumn,
  textColumn,
  VERSION_COLUMNS,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

type Gender = "M" | "F";

export const Employee = table("employees", {
  employee_id: identityColumn(integerColumn()),
  title: nullable(textColumn<"Mr." | "Mrs." | "Ms.">()),
  first_name: textColumn(),
  last_name: textColumn(),
  other_name: withDefault(textColumn(), ""),
  gender: nullable(charColumn<Gender>()),
  date_of_birth: nullable(dateColumn()),
  picture: nullable(textColumn()),
  employee_status_id: withDefault(smallintColumn(), 1),
  signature: nullable(textColumn()),
  marital_status: nullable(textColumn<MaritalStatus>()),
  phone_mobile: nullable(textColumn()),
  phone_home: nullable(textColumn()),
  address_home: withDefault(textColumn(), ""),
  kin_name: withDefault(textColumn(), ""),
  kin_relation: withDefault(textColumn(), ""),
  kin_phone: nullable(textColumn()),
  ...VERSION_COLUMNS,
});
export type Employee = RowOf<typeof Employee>;

/** Other tables refer to `id`, which never changes, as `student_key`. People see `student_id`. */
export const Student = table("students", {
  id: identityColumn(integerColumn()),
  student_id: textColumn(),
  first_name: textColumn(),
  last_name: textColumn(),
  other_name: withDefault(textColumn(), ""),
  date_of_birth: nullable(dateColumn()),
  birth_certificate_pin: textColumn(),
  gender: nullable(charColumn<Gender>()),
  house_id: nullable(smallintColumn()),
  entry_date: nullable(dateColumn()),
  picture: nullable(textColumn()),
  student_status_id: withDefault(smallintColumn(), 1),
  serial_number: nullable(textColumn()),
  serial_locked: withDefault(booleanColumn(), true),
  /** The day on which the student got this status; null if the status was never changed. */
  status_since: nullable(dateColumn()),
  /** The key of the remaining record, if this record was merged into another. */
  merged_into: nullable(integerColumn()),
  /** The database generates this text from names, ID and PIN, for searching. */
  search_text: nullable(textColumn()),
  ...VERSION_COLUMNS,
});
export type Student = RowOf<typeof Student>;

/** A part of the total number of students with a status. The total is the sum of its rows. */
export const StudentCount = table("student_counts", {
  change_id: identityColumn(bigintColumn()),
  student_status_id: smallintColumn(),
  students: integerColumn(),
});
