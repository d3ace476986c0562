import type { Progress, SheetLine } from "#domain/late/sheets.ts";
import type { TermChoice } from "#domain/terms.ts";

/** What the board shows: who is late with marks, reports, signatures and posting in a term. */

/** How the board is laid out: by class, by class and subject, by teacher. */
export type BoardView = "classes" | "subjects" | "teachers";

/** What is looked for; `all` shows also what is done. */
export type Missing = "all" | "marks" | "reports" | "signatures" | "posting";

/** Where one is on the board, as its address says. */
export type BoardPlace = {
  view: BoardView;
  missing: Missing;
  /** One class of the subjects, or null for all. */
  classId: number | null;
  /** Null for the current term. */
  termId: number | null;
};

export type LateClass = {
  classId: number;
  label: string;
  /** Form teacher and co-teachers; empty when nobody leads it. */
  teachers: string;
  marks: Progress;
  complete: Progress;
  signed: Progress;
  /** `26 Jun 2026`, or null while its reports are held back. */
  postedOn: string | null;
  reportsUrl: string;
  /** The page where they are signed; null for a person who signs nothing. */
  signUrl: string | null;
};

/** Lines under one heading: a class with its subjects, or a teacher with their lessons. */
export type LineGroup = {
  key: string;
  title: string;
  /** The words beside the heading: the class's teachers. */
  about: string;
  marks: Progress;
  lines: SheetLine[];
  /** The reports that the teacher of this group writes. */
  reports: { classLabel: string; complete: Progress; url: string }[];
};

export type Board = {
  place: BoardPlace;
  term: TermChoice;
  terms: TermChoice[];
  /** Until when is entered, where dates are set; else empty. */
  entry: string;
  school: { marks: Progress; complete: Progress; signed: Progress; posted: Progress };
  /** The class that the subjects are narrowed to. */
  onlyClass: string | null;
  classes: LateClass[];
  groups: LineGroup[];
  /** How many classes, subjects or teachers there are with nothing left out. */
  total: number;
};
