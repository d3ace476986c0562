import { withQuery, type Query } from "../paths.ts";
import type { ClassSheet } from "../terms.ts";

export type DocumentFormat = "pdf" | "docx" | "xlsx";

export type ReportKind = {
  /** The name of the kind in the API, and the last part of its address on the screen. */
  kind: string;
  title: string;
  /** The document's heading where it differs from the title, such as `Class List` for `Class Lists`. */
  heading?: string;
  /** A description beside the title. */
  about: string;
  group: "For a class" | "For the school" | "Returns";
  /** The permission to print it: a key of the table of permissions, the same as its endpoint's. */
  access: "reports.print" | "class-lists" | "class-records" | "school-lists" | "admin";
  /** The subject of the document; instead of a class, one of its students may be chosen. */
  whose: "class" | "class or student" | "student" | "level" | "school";
  /**
   * The classes to choose from: `read` for those whose marks the person may read, `listed` for those whose students they
   * may list, `own` for those they teach as a class teacher. Missing if no class is chosen.
   */
  classes?: "read" | "listed" | "own";
  /** The other choices. */
  asks: readonly ("period" | "sheet" | "month" | "day")[];
  formats: readonly [DocumentFormat, ...DocumentFormat[]];
  /** The part of the document that each student has one of. */
  each?: "card" | "form";
  /** For a level or the whole school it is made in a batch. */
  inBatches?: boolean;
  /** Closing the viewer closes the screen too. */
  closesAll?: boolean;
  address: (chosen: Chosen) => string;
};

/** Returns the address of the document in one of its formats, for viewing or saving. */
export function documentAddress(
  { address, formats }: ReportKind,
  chosen: Chosen,
  { format, isSaved }: { format: DocumentFormat; isSaved: boolean },
): string {
  const [path, input = ""] = address(chosen).split("?");
  const query = new URLSearchParams(input);
  if (formats.length > 1 && format !== "pdf") query.set("format", ON_THE_WIRE[format]);
  if (isSaved) query.set("download", "1");
  return query.size > 0 ? `${path}?${query}` : `${path}`;
}

const ON_THE_WIRE = { docx: "docx", xlsx: "spreadsheet" };

export function reportCardUrl(cards: Query): string {
  return withQuery("/api/report-card", cards);
}

/** Returns the address of the register of a class in a month such as `2026-11`. */
export function attendanceRegisterUrl(classId: number, month: string): string {
  return withQuery("/api/attendance-register", { class_id: classId, month });
}

/** Returns the address of the journal of a term rollover; without a format it is the PDF, which a browser shows. */
export function rolloverJournalUrl(rolloverId: number, how: { format?: "xlsx"; isSaved?: boolean } = {}) {
  const { format = null, isSaved = false } = how;
  return withQuery(`/api/turn-journal/${rolloverId}`, { format, download: isSaved ? 1 : null });
}

export function registrationFormUrl(forms: Query): string {
  return withQuery("/api/registration-form", forms);
}

/** A class as the API names it: by its form class and a teacher, if it has one. */
export type ClassReference = { formClassId: string; employeeId: number | null };

/** The choices for a document; a choice that its kind does not offer is ignored. */
export type Chosen = {
  academicTermId: number;
  /** The class, including that of a student; a placeholder when no class is asked for. */
  held: ClassReference & { classId: number };
  studentId: string | null;
  formLevel: number;
  sheet: ClassSheet;
  /** Such as `2026-11`. */
  month: string;
  /** The reference date; null for the document's own. */
  day: string | null;
};

type Held = { class_id: number; form_class_id: string; teachers: readonly { employee_id: number }[] };

/** Returns null when form class and teacher match other classes too: without a teacher it must be the only one. */
export function findClassReference(classes: readonly Held[], classId: number): ClassReference | null {
  const held = classes.find(({ class_id }) => class_id === classId);
  if (!held) return null;
  const employeeId = held.teachers[0]?.employee_id ?? null;
  const namesakes = classes.filter(({ form_class_id }) => form_class_id === held.form_class_id);
  return employeeId === null && namesakes.length > 1 ? null : { formClassId: held.form_class_id, employeeId };
}
