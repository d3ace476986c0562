import { MARITAL_STATUSES } from "./employees.ts";

/** The statuses of a student. A student with a status greater than `REGISTERED` has left. */
export const STUDENT_CURRENT = 1;
export const STUDENT_REGISTERED = 2;
export const STUDENT_TRANSFERRED = 3;
export const STUDENT_LEFT = 4;
export const STUDENT_GRADUATED = 5;
/** The status of a record that was merged into another. It cannot be chosen by hand, and no list shows such records. */
export const STUDENT_MERGED = 6;

/** The values that a student's record offers for the blood group. */
export const BLOOD_GROUPS = [
  "O-positive",
  "O-negative",
  "A-positive",
  "A-negative",
  "B-positive",
  "B-negative",
  "AB-positive",
  "AB-negative",
] as const;
export type BloodGroup = (typeof BLOOD_GROUPS)[number];

export const DEVICE_TYPES = ["No Device", "Phone", "Laptop", "Desktop", "Tablet", "Other"] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

export const FAMILY_MARITAL_STATUSES = [...MARITAL_STATUSES, "Other"] as const;
export type FamilyMaritalStatus = (typeof FAMILY_MARITAL_STATUSES)[number];

/** The relationships in a student's family, by their numbers in the API. */
export const RELATIONSHIPS = { 1: "father", 2: "mother", 3: "guardian", 4: "emergency contact" } as const;
export type Relationship = keyof typeof RELATIONSHIPS;

/** The labels for a guardian or emergency contact whose details are those of a parent. */
export const SAME_AS_PARENT_LABELS = { 2: "Same as mother", 1: "Same as father" } as const;
export type SameAsParentKey = keyof typeof SAME_AS_PARENT_LABELS;

export const LIVES_WITH_OPTIONS = [
  "Both parents",
  "Mother",
  "Father",
  "Guardian",
  "Grandparents",
  "Other relatives",
  "Children's home",
  "Other",
] as const;
export type LivesWith = (typeof LIVES_WITH_OPTIONS)[number];

/**
 * How a student got a place at a secondary school. With the principal's list, the school itself chooses a fifth of
 * its students.
 */
export const SEA_PLACEMENTS = [
  "1st choice",
  "2nd choice",
  "3rd choice",
  "4th choice",
  "5th choice",
  "6th choice",
  "Principal's list",
  "Placed by the Ministry",
  "Transfer",
] as const;
export type SeaPlacement = (typeof SEA_PLACEMENTS)[number];

/** The kinds of document in a student's record. Only the latest document of each kind is kept. */
export const STUDENT_DOCUMENTS = ["Birth Certificate", "Immunization Card"] as const;
export type StudentDocumentKind = (typeof STUDENT_DOCUMENTS)[number];

/** The kinds of document as parts of an address. */
export const STUDENT_DOCUMENT_SLUGS: Readonly<Record<StudentDocumentKind, string>> = {
  "Birth Certificate": "birth-certificate",
  "Immunization Card": "immunization-card",
};

/** The criteria by which the students of each class can be counted. */
export type StudentGrouping = "ethnic group" | "religion" | "age";

/** The record that remained after another student's record, `merged_key`, was merged into it. */
export type StudentAfterMerge = {
  merged_key: number;
  id: number;
  first_name: string;
  last_name: string;
  student_id: string;
};

/** Explains, for each row that was not sent, that its student's record has since been merged into another record. */
export function describeMergedStudents(remaining: readonly StudentAfterMerge[]): Map<string, string> {
  return new Map(
    remaining.map(({ merged_key, first_name, last_name, student_id }) => [
      String(merged_key),
      `this record was merged with ${first_name} ${last_name}, ${student_id}: enter it there`,
    ]),
  );
}
