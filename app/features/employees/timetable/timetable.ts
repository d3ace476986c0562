import type { Choice } from "#ui/form/select-field.tsx";

/** An employee's timetable as its dialog shows it. */
export type Timetable = {
  employee: { id: number; name: string; initials: string; picture: string | null };
  yearLabel: string;
  teacherClass: TeacherClass;
  /** Null in a primary school. */
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

/** Before a form class: a class of it that is not there yet. */
export const NEW_CLASS = "new:";

export type TeacherClass = {
  /** A class's id, or `NEW_CLASS` and a form class; empty for none. */
  value: string;
  isLead: boolean;
  shown: string;
  /** First and last day of the year, and the day from which a class is taken over unless it is said. */
  days: { first: string; last: string; today: string };
  choices: ClassChoice[];
};

/** `lead`: whose it is; empty for a class without a form teacher, and for one's own. */
export type ClassChoice = { value: string; label: string; lead: string; isNew: boolean };

export type DeanClasses = { chosen: string[]; formClasses: { id: string; group: string }[] };

/** The forms of the dialog that are of no lesson; a lesson's form is called by its id. */
export const NEW_LESSON = "new";
/** The blank row that a page is served with. */
export const FIRST_BLANK = `${NEW_LESSON}-0`;
export const TEACHER_CLASS = "class";
export const DEAN_CLASSES = "deans";

/** In the address: a blank row is on top. */
export const ADDING = "add";
/** In the address: what is left of a lesson that is there no more, as `Left` has it. */
export const KEPT = "kept";
export const LEFT = "left";

export const INTENTS = {
  saveLesson: "save-lesson",
  deleteLesson: "delete-lesson",
  setClass: "set-class",
  setDeans: "set-deans",
  setDean: "set-dean",
} as const;

export const NEEDS_BOTH = "Needs both to be saved";
export const NOT_SAVED = "Not saved yet";
