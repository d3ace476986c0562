/** How far the mark sheets of a term are entered, as the boards show it. */

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
