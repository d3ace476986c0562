import type { RowsByUniqueValue } from "#fields/imported/row-values.rules.ts";
import type { SimilarityReason } from "#domain/people/alike.ts";
import type { CheckedImportRow, ImportColumn } from "#domain/people/imports.ts";
import { type GeneralTabInput, GENERAL_FIELDS } from "#fields/people/student-general.ts";
import type { RecordFields } from "#fields/record.ts";
import type { ColumnValue, FieldValues } from "#fields/value.ts";
import { STUDENT_TAB_FIELDS } from "#fields/people/student.ts";

export type ExistingStudent = {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  birth_certificate_pin: string;
  serial_number: string | null;
  serial_locked: boolean;
  student_status_id: number;
  /** The class of this year. For new entrants, this is the class that they will enter. */
  class_id: number | null;
  form_class_id: string | null;
  label: string | null;
  /** In an import of new entrants, the class that the student has this year. */
  presentClass?: string | null;
  general: Readonly<Record<string, ColumnValue>>;
  personal: Readonly<Record<string, ColumnValue>>;
};

export type ImportClass = { class_id: number; form_class_id: string; label: string };

export type ImportContext = {
  rules: GeneralTabInput;
  term: { academic_term_id: number; term_end: string } | null;
  year: string;
  classes: readonly ImportClass[];
  personal: RecordFields;
  /** Existing students by ID, PIN and serial number. The keys are made by `uniqueValueKey`. */
  here: ReadonlyMap<string, ExistingStudent>;
  /** The rows of the file by the same keys, to find values that occur twice. */
  inFile: RowsByUniqueValue;
  /**
   * For new entrants of next year, the days on which they may enter the school, or null for students of this year.
   */
  intake: IntakeDates | null;
  /** The existing students who may be the same child, by row number. */
  alike: ReadonlyMap<number, readonly (SimilarStudentData & { likeness: SimilarityReason })[]>;
};

export type IntakeDates = {
  /** The year that ends, to which the rollover's decisions belong. */
  academicYearId: number;
  /** The usual entry date of new entrants. `earliest` is the earliest that a file may give. */
  firstDay: string;
  earliest: string;
  hasClasses: boolean;
};

export type SimilarStudentData = { student_id: string; label: string | null; birth_certificate_pin: string };

/** The fields whose value only one student can have. */
export const UNIQUE_STUDENT_FIELDS = ["student_id", "birth_certificate_pin", "serial_number"] as const;

/** The values to store for a row: complete rows of General and Personal. */
export type StudentValuesToWrite = {
  row: number;
  /** The student's key; null for a new student. */
  key: number | null;
  general: FieldValues;
  personal: FieldValues;
  hasGeneral: boolean;
  hasPersonal: boolean;
  /** The new class; null if the class does not change. */
  classId: number | null;
};

/** A checked row, with the values to store if there are any. */
export type CheckedStudentRow = CheckedImportRow & { write: StudentValuesToWrite | null };

/** A column of an import file, and the tab that has its field. General and Personal are each stored in one row. */
type StudentColumn = ImportColumn & { tab: "general" | "personal" };

/**
 * Fields that are not in the list below: files have no column for the class's database id, and the student's ID is the
 * first column, which is added separately.
 */
const LEFT_OUT: readonly string[] = ["class_id", "student_id"];

const columnsOf = (fields: RecordFields, tab: StudentColumn["tab"]): StudentColumn[] =>
  [...fields.values()].map(({ name, title }) => ({ name, title, tab }));

/** The columns of import files, the template and the export, in order. */
export const STUDENT_COLUMNS: readonly StudentColumn[] = [
  { name: "student_id", title: "Student ID", tab: "general" },
  ...columnsOf(GENERAL_FIELDS, "general").filter(({ name }) => !LEFT_OUT.includes(name)),
  ...columnsOf(STUDENT_TAB_FIELDS.personal, "personal"),
];

/** The columns without which a row cannot be matched with a student. */
export const REQUIRED_STUDENT_COLUMNS = ["first_name", "last_name", "birth_certificate_pin"];

export const STUDENT_DATE_COLUMNS: readonly string[] = [...GENERAL_FIELDS.values()]
  .filter(({ kind }) => kind.control === "date")
  .map(({ name }) => name);
