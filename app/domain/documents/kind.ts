import type { BatchKind } from "./batches.ts";
import { withQuery, type UrlQuery } from "../paths.ts";
import type { ClassMarkSheetType } from "../terms.ts";

export type DocumentFormat = "pdf" | "docx" | "xlsx";

export type ReportKind = {
  /** The name of this kind of document in the API, and the last segment of its page's address. */
  kind: string;
  title: string;
  /** The document's heading where it differs from the title, such as `Class List` for `Class Lists`. */
  heading?: string;
  /** A short description of the document, shown beside its title. */
  about: string;
  group: "For a class" | "For the school" | "Returns";
  /** The permission needed to print the document. It is a key of the permissions table, as in the API endpoint. */
  access: "reports.print" | "class-lists" | "class-records" | "school-lists" | "school-returns" | "admin";
  /** The people the document is about. With `class or student`, one student may be chosen instead of the class. */
  whose: "class" | "class or student" | "student" | "level" | "school";
  /**
   * The classes on offer. `read`: classes whose marks the person may read. `listed`: classes whose students the
   * person may list. `own`: classes that the person teaches as a class teacher. The value is undefined when no class
   * is chosen.
   */
  classes?: "read" | "listed" | "own";
  /** The choices that the page asks for in addition to the class or student. */
  asks: readonly ("period" | "sheet" | "month" | "day")[];
  formats: readonly [DocumentFormat, ...DocumentFormat[]];
  /** The name of the part for each student, in a document that has such parts. */
  each?: "card" | "form";
  /** The kind of batch that makes the document for a level or the whole school in the background. */
  inBatches?: BatchKind;
  /** True when one document can be for a level or for the whole school. */
  spansClasses?: boolean;
  /** True when closing the viewer also closes the page on which the document was chosen. */
  closesAll?: boolean;
  address: (chosen: DocumentChoices) => string;
};

/** Returns the URL of the document in one of its formats, for viewing or for downloading. */
export function documentAddress(
  { address, formats }: ReportKind,
  chosen: DocumentChoices,
  { format, isSaved }: { format: DocumentFormat; isSaved: boolean },
): string {
  const [path, input = ""] = address(chosen).split("?");
  const query = new URLSearchParams(input);
  if (formats.length > 1 && format !== "pdf") query.set("format", ON_THE_WIRE[format]);
  if (isSaved) query.set("download", "1");
  return query.size > 0 ? `${path}?${query}` : `${path}`;
}

const ON_THE_WIRE = { docx: "docx", xlsx: "spreadsheet" };

export function reportCardUrl(cards: UrlQuery): string {
  return withQuery("/api/report-card", cards);
}

/** Returns the address of the register of a class in a month such as `2026-11`. */
export function attendanceRegisterUrl(classId: number, month: string): string {
  return withQuery("/api/attendance-register", { class_id: classId, month });
}

/** Returns the URL of a term rollover's journal. Without a format it is the PDF, which a browser can show. */
export function rolloverJournalUrl(rolloverId: number, how: { format?: "xlsx"; isSaved?: boolean } = {}) {
  const { format = null, isSaved = false } = how;
  return withQuery(`/api/turn-journal/${rolloverId}`, { format, download: isSaved ? 1 : null });
}

/** Returns the URL of the class lists that a rehearsal proposes, as a PDF or a spreadsheet. */
export function proposedClassesUrl(rolloverId: number, how: { format?: "xlsx"; isSaved?: boolean } = {}) {
  const { format = null, isSaved = false } = how;
  return withQuery(`/api/turn-class-lists/${rolloverId}`, { format, download: isSaved ? 1 : null });
}

export function registrationFormUrl(forms: UrlQuery): string {
  return withQuery("/api/registration-form", forms);
}

/** A class as the API names it: by its form class and, if it has one, a teacher. */
export type FormClassAndTeacher = { formClassId: string; employeeId: number | null };

/** The choices made on the page of a document. A choice that the document does not use is ignored. */
export type DocumentChoices = {
  academicTermId: number;
  /**
   * The chosen class, or the class of the chosen student. When the document needs no class, this is a placeholder.
   */
  held: FormClassAndTeacher & { classId: number };
  studentId: string | null;
  /** The chosen level; 0 when no level is chosen. */
  formLevel: number;
  sheet: ClassMarkSheetType;
  /** The month, such as `2026-11`. */
  month: string;
  /** The reference date; null for the document's own default. */
  day: string | null;
};

type Held = { class_id: number; form_class_id: string; teachers: readonly { employee_id: number }[] };

/** Returns how the API names a class, or null if the name is ambiguous, as for several classes without a teacher. */
export function findFormClassAndTeacher(
  classes: readonly Held[],
  classId: number,
): FormClassAndTeacher | null {
  const held = classes.find(({ class_id }) => class_id === classId);
  if (!held) return null;
  const employeeId = held.teachers[0]?.employee_id ?? null;
  const namesakes = classes.filter(({ form_class_id }) => form_class_id === held.form_class_id);
  return employeeId === null && namesakes.length > 1 ? null : { formClassId: held.form_class_id, employeeId };
}
