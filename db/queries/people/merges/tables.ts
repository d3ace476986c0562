import { EMPLOYEE_TABLES } from "./employee-tables.ts";
import { STUDENT_TABLES } from "./student-tables.ts";

/** All tables whose rows can be stored for undoing by the person to whom they belong. */
export const PEOPLE_TABLES = { ...STUDENT_TABLES, ...EMPLOYEE_TABLES } as const;

export type PeopleTableName = keyof typeof PEOPLE_TABLES;

/** All tables whose rows can be stored for undoing, each after the tables that it refers to. */
export const STORED_TABLES = {
  academic_years: { key: ["academic_year_id"] },
  subjects: { key: ["subject_id"] },
  classes: { key: ["class_id"] },
  ...PEOPLE_TABLES,
} as const;

export type SnapshotTableName = keyof typeof STORED_TABLES;

export const STORED_TABLE_NAMES = Object.keys(STORED_TABLES) as SnapshotTableName[];
