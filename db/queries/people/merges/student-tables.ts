/** A table with rows of people: the condition for rows `x` of one of `$keys`, and the key columns. */
export type PeopleTable = { person: string; key: readonly string[] };

const ofStudent = (...key: readonly string[]): PeopleTable => ({ person: "x.student_key", key });

/** The tables that a merge moves and an undo moves back. A table comes before those that refer to it. */
export const STUDENT_TABLES = {
  students: { person: "x.id", key: ["id"] },
  student_personal: ofStudent("student_key"),
  student_medical: ofStudent("student_key"),
  student_family: ofStudent("student_key", "relationship"),
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
} as const satisfies Readonly<Record<string, PeopleTable>>;

export type StudentTableName = keyof typeof STUDENT_TABLES;

export const STUDENT_TABLE_NAMES = Object.keys(STUDENT_TABLES) as StudentTableName[];

/** The tables that name students but are left alone by a merge, with the reason. */
export const LEFT_ALONE: Readonly<Record<string, string>> = {
  different_students: "who is alike is asked of records that stand alone",
  picture_upload_files: "says whose picture a file was on that day, and is kept for two weeks",
  promotions: "says who was moved on at the end of a year, so that no run does it twice",
  record_views: "says whose record was read on that day",
  rollover_fates: "is the journal of a turn of the term",
  student_merges: "is the record of merges",
  turn_decisions: "says where the record was to go as it stood, and is said anew of the one that stays",
};
