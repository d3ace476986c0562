import {
  boolean,
  date,
  identity,
  integer,
  NOW,
  nullable,
  primaryKey,
  smallint,
  text,
  timestamp,
  VERSIONED,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const EmployeePost = table("employee_posts", {
  employee_post_id: identity(smallint()),
  post: text(),
});
export type EmployeePost = RowOf<typeof EmployeePost>;

export const EmployeeEmployment = table("employee_employment", {
  employee_id: primaryKey(integer()),
  teacher_number: withDefault(text(), ""),
  email_moe: nullable(text()),
  ihris_id: withDefault(text(), ""),
  entry_date_public_service: nullable(date()),
  entry_date_teaching_service: nullable(date()),
  assumption_date_school: nullable(date()),
  substantive_post_id: nullable(smallint()),
  assumption_date_substantive: nullable(date()),
  acting_post_id: nullable(smallint()),
  assumption_date_acting: nullable(date()),
  department: withDefault(text(), ""),
  ...VERSIONED,
});
export type EmployeeEmployment = RowOf<typeof EmployeeEmployment>;

export const EmployeeFormClass = table("employee_form_classes", {
  employee_id: primaryKey(integer()),
  form_class_id: primaryKey(text()),
  taught: boolean(),
  ...VERSIONED,
});

export const EmployeeSubject = table("employee_subjects", {
  employee_id: primaryKey(integer()),
  subject_id: primaryKey(integer()),
  taught: boolean(),
  ...VERSIONED,
});

export const Qualification = table("qualifications", {
  qualification_id: identity(smallint()),
  title: text(),
  details: withDefault(boolean(), false),
  detail: withDefault(text(), ""),
});
export type Qualification = RowOf<typeof Qualification>;

export const EmployeeQualification = table("employee_qualifications", {
  employee_id: primaryKey(integer()),
  qualification_id: primaryKey(smallint()),
  value: text(),
  ...VERSIONED,
});

export const EmployeeDocument = table("employee_documents", {
  employee_document_id: identity(integer()),
  employee_id: integer(),
  description: text(),
  file_name: text(),
  original_name: text(),
  uploaded_by: nullable(integer()),
  uploaded_at: withDefault(timestamp(), NOW),
});
export type EmployeeDocument = RowOf<typeof EmployeeDocument>;
