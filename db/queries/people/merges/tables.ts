import { EMPLOYEE_TABLES } from "./employee-tables.ts";
import { STUDENT_TABLES } from "./student-tables.ts";

/** All tables whose rows can be stored so that a change can be undone. */
export const PEOPLE_TABLES = { ...STUDENT_TABLES, ...EMPLOYEE_TABLES } as const;

export type PeopleTableName = keyof typeof PEOPLE_TABLES;
