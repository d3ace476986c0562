import { formatDate } from "#domain/dates.ts";
import type { StudentDocumentKind } from "#domain/people/students.ts";
import type { SortKey, StudentsPlace } from "./place.rules.ts";

/** A line of the list. */
export type ShownStudent = {
  id: number;
  studentId: string;
  firstName: string;
  lastName: string;
  /** Small, for the list. */
  picture: string | null;
  gender: "F" | "M" | null;
  pin: string;
  /** Of the current term; of who has left, the last there was. */
  classLabel: string | null;
  teacher: string;
  status: string;
  /** Under the name of who is not here yet: 'Registered, starts 7 Sep 2026'. */
  note: string | null;
  /** As `4 Jul 2025`. */
  since: string;
  /** The ids of documents by their description. */
  documents: Partial<Record<StudentDocumentKind, number>>;
};

export type StudentsList = {
  place: StudentsPlace;
  students: ShownStudent[];
  found: number;
  /** How many there are with these statuses, and of each how many. */
  total: number;
  totals: readonly { status: string; students: number }[];
  /** Where nobody was found: who may have been meant, `Baptiste, Jaheim`. */
  alike: { id: number; name: string }[];
  /** What the filter offers; null for those who see only who is here. */
  statuses: { value: string; label: string }[] | null;
  /** Adds, edits and deletes; the others read what is theirs. */
  manages: boolean;
  /** Admins alone (A6). */
  setsPictures: boolean;
  /** Opens the school's attendance, with the student's own. */
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

/** `sorted by Class, then Name`. */
export function sortWords(sort: StudentsPlace["sort"]): string {
  return `sorted by ${sort.map(({ key }) => TITLES[key]).join(", then ")}`;
}

/** `57 Graduated, 12 Transferred, 5 Left`. */
export function totalWords(totals: StudentsList["totals"]): string {
  return totals.map(({ status, students }) => `${students} ${status}`).join(", ");
}

/** Registered for a day to come, or for one that is not known. */
export function noteOf(entryDate: string | null): string {
  return entryDate === null ? "Registered" : `Registered, starts ${formatDate(entryDate)}`;
}
