import { literal } from "sequelize";
import type {
  BloodGroup,
  DeviceType,
  FamilyMaritalStatus,
  SameAsParentKey,
  LivesWith,
  Relationship,
  SeaPlacement,
  StudentDocumentKind,
} from "#domain/people/students.ts";
import {
  bigintColumn,
  booleanColumn,
  decimalColumn,
  identityColumn,
  integerColumn,
  jsonColumn,
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

const no = () => withDefault(booleanColumn(), false);
const words = () => withDefault(textColumn(), "");

export const StudentPersonal = table("student_personal", {
  student_key: primaryKey(integerColumn()),
  address_home: words(),
  town: words(),
  country_of_birth: words(),
  nationality: words(),
  phone_mobile: nullable(textColumn()),
  email: nullable(textColumn()),
  ethnic_group_id: nullable(smallintColumn()),
  religion_id: nullable(smallintColumn()),
  previous_school: words(),
  blood_group: nullable(textColumn<BloodGroup>()),
  device_type: nullable(textColumn<DeviceType>()),
  internet_access: no(),
  school_feeding: no(),
  sea_number: words(),
  sea_score: nullable(decimalColumn(6, 3)),
  sea_placement: nullable(textColumn<SeaPlacement>()),
  distance_km: nullable(decimalColumn(4, 1)),
  transport: no(),
  book_grant: no(),
  ...VERSION_COLUMNS,
});
export type StudentPersonal = RowOf<typeof StudentPersonal>;

export const StudentMedical = table("student_medical", {
  student_key: primaryKey(integerColumn()),
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
  ...VERSION_COLUMNS,
});
export type StudentMedical = RowOf<typeof StudentMedical>;

/**
 * One row for each relationship: father, mother, guardian, emergency contact. A relative with `same_as` has that
 * parent's details, which lists and documents read from the view `family_contacts`.
 */
export const StudentFamily = table("student_family", {
  student_key: primaryKey(integerColumn()),
  relationship: primaryKey(smallintColumn<Relationship>()),
  name: words(),
  relation: words(),
  marital_status: nullable(textColumn<FamilyMaritalStatus>()),
  address_home: words(),
  phone_mobile: nullable(textColumn()),
  phone_work: nullable(textColumn()),
  phone_home: nullable(textColumn()),
  email: nullable(textColumn()),
  occupation: words(),
  employer: words(),
  address_work: words(),
  id_card: words(),
  same_as: nullable(smallintColumn<SameAsParentKey>()),
  phone_second: nullable(textColumn()),
  whatsapp: no(),
  ...VERSION_COLUMNS,
});
export type StudentFamily = RowOf<typeof StudentFamily>;

/** A row of the view. It has no version, because a change of the parent also changes the relative. */
export type FamilyContact = Omit<StudentFamily, "version" | "updated_at">;

/** The fields of the Family tab that do not belong to a relative. */
export const StudentHome = table("student_home", {
  student_key: primaryKey(integerColumn()),
  lives_with: nullable(textColumn<LivesWith>()),
  court_order: no(),
  court_order_details: words(),
  ...VERSION_COLUMNS,
});
export type StudentHome = RowOf<typeof StudentHome>;

/** A field that was copied from a brother's or sister's record: its table, the relationship, and the written value. */
export type CopiedFamilyField = {
  record: "family" | "home" | "personal";
  row: number;
  column: string;
  value: string | number | boolean;
};

/** Family data that was copied from a brother's or sister's record into empty fields. */
export const FamilyCopy = table("family_copies", {
  copy_id: identityColumn(integerColumn()),
  student_key: integerColumn(),
  sibling_key: integerColumn(),
  copied_by: integerColumn(),
  copied_at: withDefault(timestampColumn(), NOW_LITERAL),
  filled: jsonColumn<readonly CopiedFamilyField[]>(),
  undone_by: nullable(integerColumn()),
  undone_at: nullable(timestampColumn()),
});
export type FamilyCopy = RowOf<typeof FamilyCopy>;

/** Two students whom somebody declared not to be brothers or sisters. The lower key comes first. */
export const UnrelatedStudents = table("unrelated_students", {
  one_key: primaryKey(integerColumn()),
  other_key: primaryKey(integerColumn()),
  said_by: integerColumn(),
  said_at: withDefault(timestampColumn(), NOW_LITERAL),
});

/** A student has at most one document for each description; a new document replaces the old one. */
export const StudentDocument = table("student_documents", {
  student_document_id: identityColumn(integerColumn()),
  student_key: integerColumn(),
  description: textColumn<StudentDocumentKind>(),
  file_name: textColumn(),
  original_name: textColumn(),
  uploaded_by: nullable(integerColumn()),
  uploaded_at: withDefault(timestampColumn(), NOW_LITERAL),
});
export type StudentDocument = RowOf<typeof StudentDocument>;

/** Records who read a student's medical or family data, and when. Rows are never changed. */
export const RecordViewLog = table("record_views", {
  record_view_id: identityColumn(bigintColumn()),
  at: withDefault(timestampColumn(), literal("clock_timestamp()")),
  account_id: integerColumn(),
  student_key: integerColumn(),
  record: textColumn<"medical" | "family">(),
});
export type RecordViewLog = RowOf<typeof RecordViewLog>;
