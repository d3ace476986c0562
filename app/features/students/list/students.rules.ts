import { formatDate } from "#domain/dates.ts";
import type { StudentDocumentKind } from "#domain/people/students.ts";
import type { SortKey, StudentsParams } from "./params.rules.ts";

export type StudentView = {
  id: number;
  studentId: string;
  firstName: string;
  lastName: string;
  /** The address of the picture in the small size. */
  picture: string | null;
  gender: "F" | "M" | null;
  pin: string;
  /** The class in the current term, or the last one of a student who left. */
  classLabel: string | null;
  teacher: string;
  status: string;
  /** A note under the name of a future student, such as `Registered, starts 7 Sep 2026`. */
  note: string | null;
  /** The day of the last change of status, such as `4 Jul 2025`. */
  since: string;
  /** The IDs of documents by their description. */
  documents: Partial<Record<StudentDocumentKind, number>>;
};

export type StudentsList = {
  params: StudentsParams;
  students: StudentView[];
  found: number;
  /** The number of students with the chosen statuses, and the number for each status. */
  total: number;
  totals: readonly { status: string; students: number }[];
  /** Similar names when the search found nobody, such as `Baptiste, Jaheim`. */
  alike: { id: number; name: string }[];
  /** The options of the filter; null for people who see only current students. */
  statuses: { value: string; label: string }[] | null;
  /** True if the person may add, edit and delete; other people only read their own students. */
  manages: boolean;
  /** True only for administrators. */
  setsPictures: boolean;
  /** True if the person may open the school's attendance, which includes that of each student. */
  seesAttendance: boolean;
};

const TITLES: Record<SortKey, string> = {
  id: "ID",
  name: "Name",
  class: "Class",
  teacher: "Teacher",
  gender: "Gender",
  pin: "Birth Cert. Pin",
  status: "Status",
  since: "Since",
};

/** Describes an order, such as `sorted by Class, then Name`. */
export function describeSort(sort: StudentsParams["sort"]): string {
  return `sorted by ${sort.map(({ key }) => TITLES[key]).join(", then ")}`;
}

/** Formats totals, such as `57 Graduated, 12 Transferred, 5 Left`. */
export function formatTotals(totals: StudentsList["totals"]): string {
  return totals.map(({ status, students }) => `${students} ${status}`).join(", ");
}

/** Describes a student who enters on a future day, or on a day that is not known yet. */
export function describeEntry(entryDate: string | null): string {
  return entryDate === null ? "Registered" : `Registered, starts ${formatDate(entryDate)}`;
}
