import type { PrintedAttendance } from "#domain/daily/attendance-states.ts";
import type { PrintTime, School } from "../parts/school.ts";

/** A class's register of a month: a row for each student and a column for each school day. All figures are final. */
export type AttendanceRegister = {
  school: School;
  /** The class with its teacher, such as `Standard 4, Mrs. A. Ramkissoon`. */
  about: string;
  month: string;
  printed: PrintTime;
  days: RegisterDay[];
  students: RegisterStudent[];
  /** The totals over the marked days. */
  totals: { boys: RegisterTotal; girls: RegisterTotal; all: RegisterTotal; absent: number; late: number };
  /** The letters that occur in the register, with their meanings. */
  keys: { letter: string; meaning: string }[];
  notes: string[];
};

export type RegisterDay = {
  /** The initial of the weekday, such as `M`, and the day of the month. */
  weekday: string;
  day: number;
  /** True for the first school day of a week. A gap separates it from the day before. */
  opensWeek: boolean;
  /** The counts of the day, or why nothing was counted, such as `Republic Day` or `not marked`. */
  counted: { boys: number; girls: number; all: number; absent: number; late: number } | string;
};

export type RegisterTotal = { present: number; percent: number | null };

export type RegisterStudent = {
  name: string;
  gender: "M" | "F" | null;
  /** The student's marks, one per day in the same order. */
  marks: RegisterMark[];
  /** The number of days present. One of two sessions counts as half a day. */
  present: number;
  absent: number;
  late: number;
  /** The percentage present on marked days while the student was in the class; null if there are no such days. */
  percent: number | null;
};

/** A student's mark of a day; null for a day that does not count. */
export type RegisterMark = PrintedAttendance | null;
