import type { InFile } from "#fields/imported/row-values.rules.ts";
import type { Likeness } from "#domain/people/alike.ts";
import type { JudgedRow } from "#domain/people/imports.ts";
import type { GeneralRules } from "#fields/people/student-general.ts";
import type { RecordFields } from "#fields/record.ts";
import type { ColumnValue, Values } from "#fields/value.ts";

/** Somebody who is here, as far as a file can change it. */
export type Here = {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  birth_certificate_pin: string;
  serial_number: string | null;
  serial_locked: boolean;
  student_status_id: number;
  class_id: number | null;
  form_class_id: string | null;
  label: string | null;
  general: Readonly<Record<string, ColumnValue>>;
  personal: Readonly<Record<string, ColumnValue>>;
};

export type NamedClass = { class_id: number; form_class_id: string; label: string };

/** All that rows are judged by. */
export type Known = {
  rules: GeneralRules;
  term: { academic_term_id: number; term_end: string } | null;
  /** `2025-2026`. */
  year: string;
  classes: readonly NamedClass[];
  personal: RecordFields;
  /** By `keyOf`: who has an ID, a pin, a serial number. */
  here: ReadonlyMap<string, Here>;
  /** The rows of the file in which it stands, by the same. */
  inFile: InFile;
  /** Who may be the child of a row already. */
  alike: ReadonlyMap<number, readonly (Alike & { likeness: Likeness })[]>;
};

export type Alike = { student_id: string; label: string | null; birth_certificate_pin: string };

/** What of a student no two have. */
export const UNIQUE = ["student_id", "birth_certificate_pin", "serial_number"] as const;

/** What is written when a row is imported: whole rows of General and Personal. */
export type Write = {
  row: number;
  /** Null for a new student. */
  key: number | null;
  general: Values;
  personal: Values;
  hasGeneral: boolean;
  hasPersonal: boolean;
  /** Where it changes. */
  classId: number | null;
};

/** With what is written; null where nothing is. */
export type Judgement = JudgedRow & { write: Write | null };
