import type { RegistrationPart } from "#domain/people/registration.ts";
import type { ListColumn, ListDocument, ListHeading, ListRow, ListTable } from "../list/data.ts";

export type RegistrationStatus = ListHeading & { classes: readonly ClassStatus[] };

/** A class, and its students whose data is incomplete. Students who are not registered come first. */
export type ClassStatus = {
  label: string;
  teacher: string;
  enrolled: number;
  registered: number;
  missing: Readonly<Record<RegistrationPart, number>>;
  students: readonly { name: string; isRegistered: boolean; missing: string }[];
};

const MISSING = "Students with information missing";
const NO_FILE = "No file";

const CLASSES: readonly ListColumn[] = [
  { key: "label", title: "Class", kind: "text", width: 58 },
  { key: "enrolled", title: "Enrolled", kind: "count", width: 36 },
  { key: "bar", title: "Registered", kind: "bar", width: 68 },
  { key: "left", title: "To register", kind: "count", width: 40, strong: true },
  { key: "general", title: "General", over: MISSING, kind: "count", width: 30 },
  { key: "personal", title: "Personal", over: MISSING, kind: "count", width: 30 },
  { key: "medical", title: "Medical", over: MISSING, kind: "count", width: 30 },
  { key: "family", title: "Family", over: MISSING, kind: "count", width: 30 },
  { key: "birthCertificate", title: "Birth certificate", over: NO_FILE, kind: "count", width: 40 },
  { key: "immunizationCard", title: "Immun. card", over: NO_FILE, kind: "count", width: 32 },
];

const STUDENTS: readonly ListColumn[] = [
  { key: "name", title: "", kind: "text", width: 94 },
  { key: "missing", title: "", kind: "text", width: "*" },
];

/**
 * Builds the list for the school office during registration: the progress of each class, then the students whose
 * families must be asked for data.
 */
export function buildRegistrationStatus({ classes, ...heading }: RegistrationStatus): ListDocument {
  const counted = buildRegistrationStatusTable(classes);
  const listed: ListTable = {
    heading: "Missing information by class",
    columns: STUDENTS,
    groups: classes
      .filter(({ students }) => students.length > 0)
      .map(({ label, teacher, enrolled, students }) => ({
        title: label,
        aside: teacher,
        count: { figure: students.length, words: `of ${enrolled}` },
        rows: students.map(studentRow),
      })),
    numbered: "by group",
    arrangement: "blocks",
  };
  return { ...heading, tables: listed.groups.length === 0 ? [counted] : [counted, listed] };
}

export function buildRegistrationStatusTable(classes: readonly ClassStatus[]): ListTable {
  return { columns: CLASSES, groups: [{ title: "", rows: classes.map(classRow) }], total: "School" };
}

function classRow({ label, enrolled, registered, missing }: ClassStatus): ListRow {
  return {
    label,
    enrolled,
    bar: { value: enrolled, solid: registered },
    left: enrolled - registered,
    ...missing,
  };
}

/** Builds a student's row. `Not registered` has its own line, because the student must first be registered. */
function studentRow({ name, isRegistered, missing }: ClassStatus["students"][number]): ListRow {
  if (isRegistered) return { name, missing };
  const first = { value: "not registered", strong: true };
  return { name, missing: missing === "" ? first : [first, missing] };
}
