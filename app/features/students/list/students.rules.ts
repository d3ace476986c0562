import { formatDate } from "#domain/dates.ts";
import type { StudentDocumentKind } from "#domain/people/students.ts";
import type { SortKey, StudentsParams } from "./params.rules.ts";

export type ListedStudentView = {
  id: number;
  studentId: string;
  firstName: string;
  lastName: string;
  picture: string | null;
  gender: "F" | "M" | null;
  pin: string;
  /** The class in the current term. For a former student, the last class. */
  classLabel: string | null;
  teacher: string;
  status: string;
  /** A note under the name of a future student, such as `Registered, starts 7 Sep 2026`. */
  note: string | null;
  /** The day on which the status last changed, such as `4 Jul 2025`. */
  since: string;
  documents: Partial<Record<StudentDocumentKind, number>>;
};

export type StudentsList = {
  params: StudentsParams;
  students: ListedStudentView[];
  found: number;
  /** The number of students with the chosen status. `totals` has the number for each status. */
  total: number;
  totals: readonly { status: string; students: number }[];
  /** Similar names, such as `Baptiste, Jaheim`, when the search finds nobody. */
  alike: { id: number; name: string }[];
  /** The options of the status filter; null for people who see only current students. */
  statuses: { value: string; label: string }[] | null;
  /**
   * Whether the person may add, edit and delete students. Other people can only read the records of their own students.
   */
  manages: boolean;
  setsPictures: boolean;
  /** Whether the person may open the attendance of the whole school, and therefore that of every student. */
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

/** Describes the order, such as `sorted by Class, then Name`. */
export function describeSort(sort: StudentsParams["sort"]): string {
  return `sorted by ${sort.map(({ key }) => TITLES[key]).join(", then ")}`;
}

/** Formats the totals, such as `57 Graduated, 12 Transferred, 5 Left`. */
export function formatTotals(totals: StudentsList["totals"]): string {
  return totals.map(({ status, students }) => `${students} ${status}`).join(", ");
}

/** Says when a registered student enters: on a future day, or on a day that is not known yet. */
export function describeEntry(entryDate: string | null): string {
  return entryDate === null ? "Registered" : `Registered, starts ${formatDate(entryDate)}`;
}
