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

export type Progress = { done: number; total: number };

/** `D. Ramkissoon`, and as the register sorts: `Ramkissoon, Devika`. */
export type Teacher = { id: number; name: string; registerName: string };

/** A mark sheet and how far it is entered. */
export type Sheet = {
  lessonId: number;
  classId: number;
  classLabel: string;
  subject: string;
  /** Who is to enter it now: its teacher, or the substitute. */
  teacher: Teacher;
  /** Whose lesson it is, where a substitute has it. */
  substituteFor: string | null;
  byChoice: boolean;
  /** The test's name within its lesson. */
  test: string;
  title: string;
  /** Null for a person who may not open mark sheets. */
  url: string | null;
  /** `26 Jun 2026`. */
  dueOn: string;
  isDue: boolean;
  entered: number;
  expected: number;
};

/** A line of the board: what a class is taught in a subject, by whom, with the sheets of the term. */
export type SheetLine = {
  key: string;
  classId: number;
  classLabel: string;
  subject: string;
  /** Who share the lesson, joined by a slash. */
  teachers: string;
  /** Whose it is, where whoever it stands under has it as a substitute. */
  substituteFor: string | null;
  sheets: Pick<Sheet, "test" | "title" | "url" | "dueOn" | "isDue" | "entered" | "expected">[];
  /** The marks of all sheets that are due. */
  marks: Progress;
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
