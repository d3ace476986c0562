import { literal } from "sequelize";
import type {
  BloodGroup,
  DeviceType,
  FamilyMaritalStatus,
  FollowedParent,
  LivesWith,
  Relationship,
  StudentDocumentKind,
} from "#domain/people/students.ts";
import {
  bigint,
  boolean,
  identity,
  integer,
  json,
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

const no = () => withDefault(boolean(), false);
const words = () => withDefault(text(), "");

export const StudentPersonal = table("student_personal", {
  student_key: primaryKey(integer()),
  address_home: words(),
  town: words(),
  country_of_birth: words(),
  nationality: words(),
  phone_mobile: nullable(text()),
  email: nullable(text()),
  ethnic_group_id: nullable(smallint()),
  religion_id: nullable(smallint()),
  previous_school: words(),
  blood_group: nullable(text<BloodGroup>()),
  device_type: nullable(text<DeviceType>()),
  internet_access: no(),
  school_feeding: no(),
  ...VERSIONED,
});
export type StudentPersonal = RowOf<typeof StudentPersonal>;

export const StudentMedical = table("student_medical", {
  student_key: primaryKey(integer()),
  chicken_pox: no(),
  diphtheria: no(),
  hepatitis: no(),
  measles: no(),
  polio: no(),
  rheumatic_fever: no(),
  tetanus: no(),
  typhoid: no(),
  yellow_fever: no(),
  asthma: no(),
  diabetes: no(),
  epilepsy: no(),
  poor_eyesight: no(),
  poor_hearing: no(),
  tb: no(),
  allergies: words(),
  other: words(),
  ...VERSIONED,
});
export type StudentMedical = RowOf<typeof StudentMedical>;

/**
 * One row for each relationship: father, mother, guardian, emergency contact. A relative with `same_as` has that
 * parent's details, which lists and documents read from the view `family_contacts`.
 */
export const StudentFamily = table("student_family", {
  student_key: primaryKey(integer()),
  relationship: primaryKey(smallint<Relationship>()),
  name: words(),
  relation: words(),
  marital_status: nullable(text<FamilyMaritalStatus>()),
  address_home: words(),
  phone_mobile: nullable(text()),
  phone_work: nullable(text()),
  phone_home: nullable(text()),
  email: nullable(text()),
  occupation: words(),
  employer: words(),
  address_work: words(),
  id_card: words(),
  same_as: nullable(smallint<FollowedParent>()),
  phone_second: nullable(text()),
  whatsapp: no(),
  ...VERSIONED,
});
export type StudentFamily = RowOf<typeof StudentFamily>;

/** A row of the view. It has no version, because a change of the parent also changes the relative. */
export type FamilyContact = Omit<StudentFamily, "version" | "updated_at">;

/** The fields of the Family tab that do not belong to a relative. */
export const StudentHome = table("student_home", {
  student_key: primaryKey(integer()),
  lives_with: nullable(text<LivesWith>()),
  court_order: no(),
  court_order_details: words(),
  ...VERSIONED,
});
export type StudentHome = RowOf<typeof StudentHome>;

/** A field that was copied from a brother's or sister's record: its table, the relationship, and the written value. */
export type FilledField = {
  record: "family" | "home" | "personal";
  row: number;
  column: string;
  value: string | number | boolean;
};

/** Family data that was copied from a brother's or sister's record into empty fields. */
export const FamilyCopy = table("family_copies", {
  copy_id: identity(integer()),
  student_key: integer(),
  sibling_key: integer(),
  copied_by: integer(),
  copied_at: withDefault(timestamp(), NOW),
  filled: json<readonly FilledField[]>(),
  undone_by: nullable(integer()),
  undone_at: nullable(timestamp()),
});
export type FamilyCopy = RowOf<typeof FamilyCopy>;

/** Two students whom somebody declared not to be brothers or sisters. The lower key comes first. */
export const UnrelatedStudents = table("unrelated_students", {
  one_key: primaryKey(integer()),
  other_key: primaryKey(integer()),
  said_by: integer(),
  said_at: withDefault(timestamp(), NOW),
});

/** A student has at most one document for each description; a new document replaces the old one. */
export const StudentDocument = table("student_documents", {
  student_document_id: identity(integer()),
  student_key: integer(),
  description: text<StudentDocumentKind>(),
  file_name: text(),
  original_name: text(),
  uploaded_by: nullable(integer()),
  uploaded_at: withDefault(timestamp(), NOW),
});
export type StudentDocument = RowOf<typeof StudentDocument>;

/** Records who read a student's medical or family data, and when. Rows are never changed. */
export const RecordView = table("record_views", {
  record_view_id: identity(bigint()),
  at: withDefault(timestamp(), literal("clock_timestamp()")),
  account_id: integer(),
  student_key: integer(),
  record: text<"medical" | "family">(),
});
export type RecordView = RowOf<typeof RecordView>;
