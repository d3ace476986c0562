import type { PeopleTable } from "./student-tables.ts";

const ofEmployee = (...key: readonly string[]): PeopleTable => ({ person: "x.employee_id", key });

/** The tables of an employee's data, for undoing an import. A table comes before the tables that refer to it. */
export const EMPLOYEE_TABLES = {
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

export type EmployeeTableName = keyof typeof EMPLOYEE_TABLES;

export const EMPLOYEE_TABLE_NAMES = Object.keys(EMPLOYEE_TABLES) as EmployeeTableName[];
