/** The progress of a term's mark sheets, as the boards show it. */

export type Progress = { done: number; total: number };

/** The names `D. Ramkissoon` and, for sorting as in the register, `Ramkissoon, Devika`. */
export type Teacher = { id: number; name: string; registerName: string };

/** A mark sheet with its progress. */
export type Sheet = {
  lessonId: number;
  classId: number;
  classLabel: string;
  subject: string;
  /** The person who should enter it now: its teacher, or the substitute. */
  teacher: Teacher;
  /** The lesson's own teacher, when a substitute has it. */
  substituteFor: string | null;
  byChoice: boolean;
  /** The test's name within its lesson. */
  test: string;
  title: string;
  /** Null for a person who may not open mark sheets. */
  url: string | null;
  /** Such as `26 Jun 2026`. */
  dueOn: string;
  isDue: boolean;
  entered: number;
  expected: number;
};

/** A line of the board: a class's subject with its teachers and the sheets of the term. */
export type SheetLine = {
  key: string;
  classId: number;
  classLabel: string;
  subject: string;
  /** The teachers who share the lesson, joined by a slash. */
  teachers: string;
  /** The lesson's own teacher, when the line's teacher is the substitute. */
  substituteFor: string | null;
  sheets: Pick<Sheet, "test" | "title" | "url" | "dueOn" | "isDue" | "entered" | "expected">[];
  marks: Progress;
};
