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
