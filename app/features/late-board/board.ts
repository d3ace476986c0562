import type { Progress, SheetLine } from "#domain/late/sheets.ts";
import type { TermChoice } from "#domain/terms.ts";

/** The data of the board: the people who are late with marks, reports, signatures and posting in a term. */

/** The layout of the board: by class, by class and subject, or by teacher. */
export type BoardView = "classes" | "subjects" | "teachers";

/** The kind of missing work that the board shows; `all` also shows finished work. */
export type Missing = "all" | "marks" | "reports" | "signatures" | "posting";

/** The place on the board, as its address names it. */
export type BoardParams = {
  view: BoardView;
  missing: Missing;
  /** The only class of the subjects; null for all. */
  classId: number | null;
  /** The term; null for the current one. */
  termId: number | null;
};

export type LateClass = {
  classId: number;
  label: string;
  /** The form teacher and co-teachers; empty if nobody has the class. */
  teachers: string;
  marks: Progress;
  complete: Progress;
  signed: Progress;
  /** The day of posting, such as `26 Jun 2026`; null while the reports are held back. */
  postedOn: string | null;
  reportsUrl: string;
  /** The page where the reports are signed; null for a person who signs nothing. */
  signUrl: string | null;
};

/** The lines under one heading: a class with its subjects, or a teacher with their lessons. */
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
  params: BoardParams;
  term: TermChoice;
  terms: TermChoice[];
  /** The time until which marks can be entered, in words; empty if no dates are set. */
  entry: string;
  school: { marks: Progress; complete: Progress; signed: Progress; posted: Progress };
  /** The class to which the subjects are narrowed. */
  onlyClass: string | null;
  classes: LateClass[];
  groups: LineGroup[];
  /** The number of classes, subjects or teachers without any filter. */
  total: number;
};
