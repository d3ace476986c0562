import { EMPLOYEE_TABLES } from "./employee-tables.ts";
import { STUDENT_TABLE_NAMES, STUDENT_TABLES } from "./student-tables.ts";

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
