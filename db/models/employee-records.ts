import {
  booleanColumn,
  dateColumn,
  identityColumn,
  integerColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  smallintColumn,
  textColumn,
  timestampColumn,
  VERSION_COLUMNS,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const EmployeePost = table("employee_posts", {
  employee_post_id: identityColumn(smallintColumn()),
  post: textColumn(),
});
export type EmployeePost = RowOf<typeof EmployeePost>;

export const EmployeeEmployment = table("employee_employment", {
  employee_id: primaryKey(integerColumn()),
  teacher_number: withDefault(textColumn(), ""),
  email_moe: nullable(textColumn()),
  ihris_id: withDefault(textColumn(), ""),
  entry_date_public_service: nullable(dateColumn()),
  entry_date_teaching_service: nullable(dateColumn()),
  assumption_date_school: nullable(dateColumn()),
  substantive_post_id: nullable(smallintColumn()),
  assumption_date_substantive: nullable(dateColumn()),
  acting_post_id: nullable(smallintColumn()),
  assumption_date_acting: nullable(dateColumn()),
  department: withDefault(textColumn(), ""),
  ...VERSION_COLUMNS,
});
export type EmployeeEmployment = RowOf<typeof EmployeeEmployment>;

export const EmployeeFormClass = table("employee_form_classes", {
  employee_id: primaryKey(integerColumn()),
  form_class_id: primaryKey(textColumn()),
  taught: booleanColumn(),
  ...VERSION_COLUMNS,
});

export const EmployeeSubject = table("employee_subjects", {
  employee_id: primaryKey(integerColumn()),
  subject_id: primaryKey(integerColumn()),
  taught: booleanColumn(),
  ...VERSION_COLUMNS,
});

export const Qualification = table("qualifications", {
  qualification_id: identityColumn(smallintColumn()),
  title: textColumn(),
  details: withDefault(booleanColumn(), false),
  detail: withDefault(textColumn(), ""),
});
export type Qualification = RowOf<typeof Qualification>;

export const EmployeeQualification = table("employee_qualifications", {
  employee_id: primaryKey(integerColumn()),
  qualification_id: primaryKey(smallintColumn()),
  value: textColumn(),
  ...VERSION_COLUMNS,
});

export const EmployeeDocument = table("employee_documents", {
  employee_document_id: identityColumn(integerColumn()),
  employee_id: integerColumn(),
  description: textColumn(),
  file_name: textColumn(),
  original_name: textColumn(),
  uploaded_by: nullable(integerColumn()),
  uploaded_at: withDefault(timestampColumn(), NOW_LITERAL),
});
export type EmployeeDocument = RowOf<typeof EmployeeDocument>;
