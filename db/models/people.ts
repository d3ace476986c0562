import type { MaritalStatus } from "#domain/people/employees.ts";
import {
  boolean,
  date,
  identity,
  integer,
  letter,
  nullable,
  smallint,
  text,
  VERSIONED,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

type Gender = "M" | "F";

export const Employee = table("employees", {
  employee_id: identity(integer()),
  title: nullable(text<"Mr." | "Mrs." | "Ms.">()),
  first_name: text(),
  last_name: text(),
  other_name: withDefault(text(), ""),
  gender: nullable(letter<Gender>()),
  date_of_birth: nullable(date()),
  picture: nullable(text()),
  employee_status_id: withDefault(smallint(), 1),
  signature: nullable(text()),
  marital_status: nullable(text<MaritalStatus>()),
  ...VERSIONED,
});
export type Employee = RowOf<typeof Employee>;

/** `id` never changes and is what other tables refer to as `student_key`; `student_id` is public. */
export const Student = table("students", {
  id: identity(integer()),
  student_id: text(),
  first_name: text(),
  last_name: text(),
  other_name: withDefault(text(), ""),
  date_of_birth: nullable(date()),
  birth_certificate_pin: text(),
  gender: nullable(letter<Gender>()),
  house_id: nullable(smallint()),
  entry_date: nullable(date()),
  picture: nullable(text()),
  student_status_id: withDefault(smallint(), 1),
  serial_number: nullable(text()),
  serial_locked: withDefault(boolean(), true),
  /** Since when the student has this status; null where it was never changed. */
  status_since: nullable(date()),
  /** The record that stayed when this one was merged away. */
  merged_into: nullable(integer()),
  /** Made by the database of names, ID and pin: nobody writes it. */
  search_text: nullable(text()),
  ...VERSIONED,
});
export type Student = RowOf<typeof Student>;
