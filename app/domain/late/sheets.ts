/** The number of entries made and expected on a term's mark sheets. */
export type MarkSheetProgress = { done: number; total: number };

/** A teacher's id, short name such as `D. Ramkissoon`, and name for sorting, such as `Ramkissoon, Devika`. */
export type MarkSheetTeacher = { id: number; name: string; registerName: string };

/** A mark sheet with the progress of its entries. */
export type LateMarkSheet = {
  lessonId: number;
  classId: number;
  classLabel: string;
  subject: string;
  /** The person who enters the marks at present: the lesson's teacher, or the substitute. */
  teacher: MarkSheetTeacher;
  /** The name of the lesson's own teacher if a substitute is taking the lesson; null if there is no substitute. */
  substituteFor: string | null;
  byChoice: boolean;
  /** The title of the test, which is unique within its lesson. */
  test: string;
  title: string;
  /** The page of the mark sheet, or null for a person who may not open mark sheets. */
  url: string | null;
  /** The day when the marks are due, such as `26 Jun 2026`. */
  dueOn: string;
  isDue: boolean;
  entered: number;
  expected: number;
};

/** A line on the late-marks board: a subject of a class, with its teachers and the term's mark sheets. */
export type LateMarkSheetLine = {
  key: string;
  classId: number;
  classLabel: string;
  subject: string;
  /** The names of the teachers who share the lesson, joined by a slash. */
  teachers: string;
  /** The name of the lesson's own teacher if a substitute is taking the lesson; null if there is no substitute. */
  substituteFor: string | null;
  sheets: Pick<LateMarkSheet, "test" | "title" | "url" | "dueOn" | "isDue" | "entered" | "expected">[];
  marks: MarkSheetProgress;
};

/** The marks of a term, whether they are due or not. */
export type TermMarkCounts = {
  done: number;
  total: number;
  /** The missing marks of sheets that are not due yet. */
  early: number;
  /** The number of lines, which are subjects of a class, with missing marks. */
  open: number;
};
