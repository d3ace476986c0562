import { formatDate } from "#domain/dates.ts";
import type { StudentDocumentKind } from "#domain/people/students.ts";
import {
  MISSING_REGISTRATION_PARTS,
  type MissingRegistrationPart,
  type StudentListSortKey,
  type StudentsParams,
} from "./params.rules.ts";

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
  /** Whether the person may open the immunization card, which is medical data. */
  readsMedical: boolean;
  /** The missing parts of the registration, if the list is filtered by one; null in other lists. */
  missing: string[] | null;
};

type Choice = { value: string; label: string };

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
  statuses: Choice[] | null;
  /** The options of the filters. */
  choices: Record<"classes" | "levels" | "houses" | "missing", Choice[]>;
  /**
   * The number of selected students, and the selected students on this page; null for people who cannot select
   * students.
   */
  selection: { account: number; count: number; onPage: number[] } | null;
  /** The person's own changes that can still be undone, the latest first. */
  undoable: { id: number; title: string; at: string }[];
  /** True if the person may add, edit and delete students; others can only read their own students. */
  manages: boolean;
  setsPictures: boolean;
  /** Whether the person may open the attendance of the students in the list. */
  seesAttendance: boolean;
};

const TITLES: Record<StudentListSortKey, string> = {
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
export function describeStudentSort(sort: StudentsParams["sort"]): string {
  return `sorted by ${sort.map(({ key }) => TITLES[key]).join(", then ")}`;
}

/** Formats the totals, such as `57 Graduated, 12 Transferred, 5 Left`. */
export function formatTotals(totals: StudentsList["totals"]): string {
  return totals.map(({ status, students }) => `${students} ${status}`).join(", ");
}

/** Describes when a registered student enters: on a future day, or on a day that is not known yet. */
export function describeStudentEntry(entryDate: string | null): string {
  return entryDate === null ? "Registered" : `Registered, starts ${formatDate(entryDate)}`;
}

const MISSING_TITLES: Record<MissingRegistrationPart, string> = {
  certificate: "Birth cert.",
  card: "Immun. card",
  phone: "Phone",
  picture: "Picture",
  pin: "Pin",
};

/** Lists the options of the filter. Only people who manage students may know whose family has no phone. */
export function listMissingPartChoices(manages: boolean): Choice[] {
  return MISSING_REGISTRATION_PARTS.filter((part) => part !== "phone" || manages).map((part) => ({
    value: part,
    label: MISSING_TITLES[part],
  }));
}

type Registration = {
  documents: ListedStudentView["documents"];
  hasPicture: boolean;
  pin: string;
  lacksPhone: boolean;
};

/** Lists what a registration lacks: `No birth cert.`, `No picture`. A PIN without digits counts as missing. */
export function listMissingRegistrationLabels({
  documents,
  hasPicture,
  pin,
  lacksPhone,
}: Registration): string[] {
  const isMissing: Record<MissingRegistrationPart, boolean> = {
    certificate: documents["Birth Certificate"] === undefined,
    card: documents["Immunization Card"] === undefined,
    phone: lacksPhone,
    picture: !hasPicture,
    pin: !/\d/.test(pin),
  };
  return MISSING_REGISTRATION_PARTS.filter((part) => isMissing[part]).map(
    (part) => `No ${MISSING_TITLES[part].toLowerCase()}`,
  );
}

/** Describes the filters: `Form 1, no immun. card`. */
export function describeFilters({ params: { filters }, choices }: StudentsList): string {
  const labelOf = (options: readonly Choice[], value: string | number | null) =>
    options.find((option) => option.value === String(value))?.label;
  const missing = labelOf(choices.missing, filters.missing);
  return [
    filters.isSelectedOnly ? "selected" : null,
    labelOf(choices.classes, filters.classId),
    labelOf(choices.levels, filters.formLevel),
    labelOf(choices.houses, filters.houseId),
    missing && `no ${missing.toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(", ");
}
