import type { Fact } from "../parts/heading.ts";
import type { ListHeading } from "../list/data.ts";

/** The staff list, grouped by post in order of rank, then a page for each employee to check and sign. */
export type EmployeeInformation = ListHeading & {
  posts: readonly { title: string; employees: readonly ListedEmployee[] }[];
  employees: readonly EmployeeRecord[];
  /** The date under each record's title, such as `13 Apr 2026`. */
  day: string;
};

export type ListedEmployee = {
  /** Such as `Ramkissoon, Mrs. Anjanie`. */
  name: string;
  /** Such as `acting Head of Department since 2 Sep 2024`; empty when not acting. */
  acting: string;
  teacherNumber: string | null;
  class: string | null;
  department: string | null;
  /** Days such as `2025-09-01`. */
  inPostSince: string | null;
  inTeachingSince: string | null;
  atSchoolSince: string | null;
  qualification: string | null;
};

export type EmployeeRecord = {
  name: string;
  post: string;
  /** The path of an opaque JPEG. */
  picture: string | null;
  identifiers: readonly Fact[];
  personal: readonly Fact[];
  service: readonly { day: string; what: string; as: string; years: string }[];
  documents: readonly { title: string; day: string }[];
  /** Such as `Teaching, 2025–2026`. */
  teachingTitle: string;
  teaching: readonly { label: string; value: string }[];
  qualifications: readonly { title: string; detail: string }[];
  foot: readonly string[];
};
