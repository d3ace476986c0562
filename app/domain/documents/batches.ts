import { PATHS } from "../paths.ts";

/**
 * A document that can be made for many classes at once. `of` says what is counted: a document for each student or for
 * each class. `classes` says which classes a person may print, by the same rule as for the document of one class.
 */
type BatchKindRow = {
  title: string;
  one: string;
  many: string;
  of: "student" | "class";
  classes: "read" | "listed" | "own";
};

const BATCH_KINDS = {
  "report-card": { title: "Report Cards", one: "card", many: "cards", of: "student", classes: "read" },
  "mark-sheet": { title: "Mark Sheets", one: "sheet", many: "sheets", of: "class", classes: "read" },
  "class-list": { title: "Class Lists", one: "list", many: "lists", of: "class", classes: "listed" },
  "picture-list": {
    title: "Class Lists with Pictures",
    one: "list",
    many: "lists",
    of: "class",
    classes: "listed",
  },
  "contact-information": {
    title: "Contact Information",
    one: "list",
    many: "lists",
    of: "class",
    classes: "own",
  },
  "registration-form": {
    title: "Registration Forms",
    one: "form",
    many: "forms",
    of: "student",
    classes: "own",
  },
  "attendance-register": {
    title: "Attendance Registers",
    one: "register",
    many: "registers",
    of: "class",
    classes: "listed",
  },
  "id-cards": { title: "ID Cards", one: "card", many: "cards", of: "student", classes: "listed" },
} as const satisfies Record<string, BatchKindRow>;

export type BatchKind = keyof typeof BATCH_KINDS;

export function getBatchKindDetails(kind: BatchKind): BatchKindRow {
  return BATCH_KINDS[kind];
}

export function isBatchKind(kind: string | null): kind is BatchKind {
  return kind !== null && Object.hasOwn(BATCH_KINDS, kind);
}

export function batchKindsFor(classes: BatchKindRow["classes"]): BatchKind[] {
  return (Object.keys(BATCH_KINDS) as BatchKind[]).filter((kind) => BATCH_KINDS[kind].classes === classes);
}

/** The report cards of a run. The students are chosen when the run is requested. */
export const BATCH_REPORT_CARD_CHOICES = {
  all: "All report cards",
  complete: "Complete report cards only",
  signed: "Signed report cards only",
} as const;

export type BatchReportCardChoice = keyof typeof BATCH_REPORT_CARD_CHOICES;

/** The choices with which a batch was requested, which decide what its documents contain. */
export type BatchOptions = {
  /** The students whose documents are made; null for everybody in the classes. */
  studentKeys: readonly number[] | null;
  /** The report cards that the person asked for. Old runs do not have this field. */
  cards?: BatchReportCardChoice;
  /** The month of registers, such as `2026-11`. */
  month: string | null;
  /** True if the person who asked may read the Personal tab of students. */
  withPersonal: boolean;
};

/** Tells whether the documents of a kind can be split into one file for each student. */
export function isSplitByStudent(kind: BatchKind): boolean {
  return kind === "report-card" || kind === "registration-form";
}

/**
 * `queued` means that the item's job waits for a worker. The last four states are final. `empty` means that the class
 * has nobody to print any longer, so the run goes on without it.
 */
export type BatchItemState = "waiting" | "queued" | "making" | "made" | "failed" | "cancelled" | "empty";

/** The number of days for which a batch is kept after it was requested. */
export const BATCH_RETENTION_DAYS = 30;

/** The hashes of the parts of a student's document. Two prints are compared to show which parts have changed. */
export type PrintedPartHashes = Readonly<Record<string, string>>;

/** The pages and report cards that were made for a class, as the batch's cover page lists them. */
export type BatchContents = { pages: number; cards: readonly PrintedReportCard[] };

export type PrintedReportCard = {
  name: string;
  /** The student's id. Old documents do not have this field. */
  studentId?: string;
  pages: number;
  isSigned: boolean;
  hasComment: boolean;
  changedSincePosted: boolean;
};

/** The forms of a whole batch: one PDF, or a ZIP file with a PDF for each class or for each student. */
export const BATCH_FORMATS = ["pdf", "zip", "students"] as const;

export type BatchFormat = (typeof BATCH_FORMATS)[number];

export function batchFileUrl(batchId: number, form: BatchFormat): string {
  return `${PATHS.batches}/${batchId}/${form}`;
}

export function batchItemUrl(batchId: number, itemId: number): string {
  return `${PATHS.batches}/${batchId}/classes/${itemId}`;
}
