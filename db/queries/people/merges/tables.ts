const ofEmployee = (...key: readonly string[]): PeopleTable => ({ person: "x.employee_id", key });

/** The tables of an employee's data, for undoing an import. A table comes before the tables that refer to it. */
const EMPLOYEE_TABLES = {
  employees: ofEmployee("employee_id"),
  accounts: ofEmployee("account_id"),
  account_permissions: {
    person: "(select a.employee_id from accounts a where a.account_id = x.account_id)",
    key: ["account_id", "user_permission_id"],
  },
  employee_employment: ofEmployee("employee_id"),
  employee_form_classes: ofEmployee("employee_id", "form_class_id"),
  employee_subjects: ofEmployee("employee_id", "subject_id"),
  employee_qualifications: ofEmployee("employee_id", "qualification_id"),
  employee_documents: ofEmployee("employee_document_id"),
  class_teachers: ofEmployee("class_teacher_id"),
  dean_assignments: ofEmployee("academic_year_id", "form_class_id", "employee_id"),
  lessons: ofEmployee("lesson_id"),
  substitutes: ofEmployee("substitute_id"),
  entry_extensions: ofEmployee("entry_extension_id"),
  entry_corrections: ofEmployee("entry_correction_id"),
} as const satisfies Readonly<Record<string, PeopleTable>>;

type EmployeeTableName = keyof typeof EMPLOYEE_TABLES;

export const EMPLOYEE_TABLE_NAMES = Object.keys(EMPLOYEE_TABLES) as EmployeeTableName[];

/** A table about people: the SQL condition that row `x` belongs to one of `$keys`, and the table's key columns. */
export type PeopleTable = { person: string; key: readonly string[] };

const ofStudent = (...key: readonly string[]): PeopleTable => ({ person: "x.student_key", key });

/** The tables whose rows a merge moves and an undo moves back. A table comes before the tables that refer to it. */
export const STUDENT_TABLES = {
  students: { person: "x.id", key: ["id"] },
  student_personal: ofStudent("student_key"),
  student_medical: ofStudent("student_key"),
  student_family: ofStudent("student_key", "relationship"),
  student_home: ofStudent("student_key"),
  student_documents: ofStudent("student_document_id"),
  registrations: ofStudent("registration_id"),
  student_subject_assignments: ofStudent("student_key", "academic_year_id", "subject_id"),
  term_records: ofStudent("term_record_id"),
  marks: ofStudent("mark_id"),
  criterion_grades: {
    person: "(select m.student_key from marks m where m.mark_id = x.mark_id)",
    key: ["mark_id", "criterion_id"],
  },
  attendance_entries: ofStudent("student_key", "day", "session"),
  absence_calls: ofStudent("student_key", "day"),
  archive_registrations: ofStudent("student_key", "academic_term_id"),
  entry_corrections: ofStudent("entry_correction_id"),
} as const satisfies Readonly<Record<string, PeopleTable>>;

export type StudentTableName = keyof typeof STUDENT_TABLES;

export const STUDENT_TABLE_NAMES = Object.keys(STUDENT_TABLES) as StudentTableName[];

/** Tables that refer to students and that a merge does not change, with the reason. */
export const TABLES_NOT_MERGED: Readonly<Record<string, string>> = {
  different_students: "The answers about similar students belong to records that are not merged.",
  family_copies: "The note about copied family data describes the record on the day of the copy.",
  picture_upload_files:
    "The upload log names the student of a picture on that day and is deleted after two weeks.",
  promotions: "The log of the students moved at the end of a year prevents a second move.",
  record_views: "The log says whose record was read, and stays as it was written.",
  rollover_fates: "The journal of a rollover stays as it was written.",
  student_merges: "The table is the record of the merges themselves.",
  turn_decisions:
    "A decision applies to the record before the merge; the remaining record needs a new decision.",
  unrelated_students: "The answers about brothers and sisters belong to records that are not merged.",
  student_selections: "The table only notes whom somebody has selected in the list.",
};

/** All tables whose rows belong to a person and can be stored for an undo. */
export const PEOPLE_TABLES = {
  ...STUDENT_TABLES,
  ...EMPLOYEE_TABLES,
  /** A merge does not change these decisions about the rollover; undoing an import restores them. */
  turn_decisions: { person: "x.student_key", key: ["student_key", "academic_year_id"] },
} as const;

/** The tables with all data of a student that an import can add. A later change in them prevents the undo. */
export const IMPORTED_STUDENT_TABLES = [...STUDENT_TABLE_NAMES, "turn_decisions"] as const;

export type PeopleTableName = keyof typeof PEOPLE_TABLES;

/** All tables whose rows can be stored for an undo, each after the tables that it refers to. */
export const SNAPSHOT_TABLES = {
  academic_years: { key: ["academic_year_id"] },
  academic_terms: { key: ["academic_term_id"] },
  subjects: { key: ["subject_id"] },
  classes: { key: ["class_id"] },
  ...PEOPLE_TABLES,
} as const;

export type SnapshotTableName = keyof typeof SNAPSHOT_TABLES;

export const SNAPSHOT_TABLE_NAMES = Object.keys(SNAPSHOT_TABLES) as SnapshotTableName[];
