import type { SelectOption } from "#ui/form/select-field.tsx";

export type Timetable = {
  employee: { id: number; name: string; initials: string; picture: string | null };
  yearLabel: string;
  teacherClass: TeacherClass;
  /** The classes of which the employee is form dean; null in a primary school. */
  dean: DeanClasses | null;
  lessons: TimetableLesson[];
  subjects: SelectOption[];
  classes: SelectOption[];
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

/** The prefix of an option that creates a class. The form class follows it. */
export const NEW_CLASS_PREFIX = "new:";

export type TeacherClass = {
  /** The chosen option: a class's id, or `NEW_CLASS_PREFIX` with a form class; empty for no class. */
  value: string;
  isLead: boolean;
  shown: string;
  /** The first and last day of the school year, and the day suggested for taking over a class. */
  days: { first: string; last: string; today: string };
  choices: TimetableClassChoice[];
};

/** `formTeacher` is empty for a class without a form teacher and for the employee's own class. */
export type TimetableClassChoice = { value: string; label: string; formTeacher: string; isNew: boolean };

export type DeanClasses = { chosen: string[]; formClasses: { id: string; group: string }[] };

/** The names of the dialog's forms. The form of a lesson is named by the lesson's id instead. */
export const NEW_LESSON_FORM_NAME = "new";
/** The name of the blank row in a page that has just been loaded. */
export const FIRST_BLANK_LESSON_FORM_NAME = `${NEW_LESSON_FORM_NAME}-0`;
export const TEACHER_CLASS_FORM = "class";
export const DEAN_CLASSES_FORM = "deans";

/** The URL parameter that adds a blank row at the top. */
export const ADD_LESSON_PARAM = "add";
/** The URL parameters for the two counts in `AffectedStudentCounts`. */
export const KEPT_COUNT_PARAM = "kept";
export const LEFT_COUNT_PARAM = "left";

export const TIMETABLE_INTENTS = {
  saveLesson: "save-lesson",
  deleteLesson: "delete-lesson",
  setClass: "set-class",
  setDeans: "set-deans",
  setDean: "set-dean",
} as const;

/**
 * The field with the subject and class for which the form has already warned that somebody else teaches the subject.
 */
export const WARNED_LESSON_FIELD = "told";

export const CHOOSE_SUBJECT_AND_CLASS = "Choose a subject and a class";
export const NOT_SAVED_YET = "Not saved yet";
