import type { Choice } from "#ui/form/select-field.tsx";

/** An employee's timetable as its dialog shows it. */
export type Timetable = {
  employee: { id: number; name: string; initials: string; picture: string | null };
  yearLabel: string;
  teacherClass: TeacherClass;
  /** The classes of which the employee is dean; null in a primary school. */
  dean: DeanClasses | null;
  lessons: TimetableLesson[];
  subjects: Choice[];
  classes: Choice[];
};

export type TimetableLesson = {
  lessonId: number;
  subjectId: number;
  classId: number;
  byChoice: boolean;
  subject: string;
  classLabel: string;
  substitutes: { id: number; words: string }[];
};

/** The prefix of a form class in the value of a class that does not exist yet. */
export const NEW_CLASS = "new:";

export type TeacherClass = {
  /** A class's id, or `NEW_CLASS` with a form class; empty for no class. */
  value: string;
  isLead: boolean;
  shown: string;
  /** The first and last day of the year, and the day that is offered for taking a class over. */
  days: { first: string; last: string; today: string };
  choices: ClassChoice[];
};

/** `formTeacher` is empty for a class without one and for one's own class. */
export type ClassChoice = { value: string; label: string; formTeacher: string; isNew: boolean };

export type DeanClasses = { chosen: string[]; formClasses: { id: string; group: string }[] };

/** The names of the dialog's other forms; a lesson's form has the lesson's id as its name. */
export const NEW_LESSON = "new";
/** The name of the blank row that a page is served with. */
export const FIRST_BLANK = `${NEW_LESSON}-0`;
export const TEACHER_CLASS = "class";
export const DEAN_CLASSES = "deans";

/** The parameter of the address that shows a blank row on top. */
export const ADDING = "add";
/** The parameters of the address with the counts of `RemainingEntries` for a deleted lesson. */
export const KEPT = "kept";
export const LEFT = "left";

export const INTENTS = {
  saveLesson: "save-lesson",
  deleteLesson: "delete-lesson",
  setClass: "set-class",
  setDeans: "set-deans",
  setDean: "set-dean",
} as const;

export const NEEDS_BOTH = "Choose a subject and a class";
export const NOT_SAVED = "Not saved yet";
