import type { InFile } from "#fields/imported/row-values.rules.ts";
import type { SimilarityReason } from "#domain/people/alike.ts";
import type { JudgedRow } from "#domain/people/imports.ts";
import type { GeneralTabInput } from "#fields/people/student-general.ts";
import type { RecordFields } from "#fields/record.ts";
import type { ColumnValue, Values } from "#fields/value.ts";

/** An existing student, with the data that a file can change. */
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

export type ImportClass = { class_id: number; form_class_id: string; label: string };

/** The data needed to judge rows. */
export type Known = {
  rules: GeneralTabInput;
  term: { academic_term_id: number; term_end: string } | null;
  /** The label of the year, such as `2025-2026`. */
  year: string;
  classes: readonly ImportClass[];
  personal: RecordFields;
  /** The students who have an ID, PIN or serial number, by `keyOf`. */
  here: ReadonlyMap<string, Here>;
  /** The rows of the file that have each of these values, by `keyOf`. */
  inFile: InFile;
  /** Existing students who may be the child of a row, by row number. */
  alike: ReadonlyMap<number, readonly (Alike & { likeness: SimilarityReason })[]>;
};

export type Alike = { student_id: string; label: string | null; birth_certificate_pin: string };

/** The fields whose values are unique to a student. */
export const UNIQUE = ["student_id", "birth_certificate_pin", "serial_number"] as const;

/** The values to write for a row: whole rows of General and Personal. */
export type Write = {
  row: number;
  /** Null for a new student. */
  key: number | null;
  general: Values;
  personal: Values;
  hasGeneral: boolean;
  hasPersonal: boolean;
  /** Null when the class does not change. */
  classId: number | null;
};

/** A judged row with the values to write; null when there is nothing to write. */
export type Judgement = JudgedRow & { write: Write | null };
