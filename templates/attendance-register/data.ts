import type { Printed, School } from "../parts/school.ts";

/** The register of a class in a month: a student a row, a school day a column. Every figure is final. */
export type AttendanceRegister = {
  school: School;
  /** Such as `Standard 4, Mrs. A. Ramkissoon`. */
  about: string;
  /** Such as `September 2025`. */
  month: string;
  printed: Printed;
  days: RegisterDay[];
  students: RegisterStudent[];
  /** Of the days marked: who was there, and how many of them there were of how many. */
  totals: { boys: RegisterTotal; girls: RegisterTotal; all: RegisterTotal; absent: number; late: number };
  /** What letters of the register mean, of those that occur. */
  keys: { letter: string; meaning: string }[];
  /** Sentences under the table. */
  notes: string[];
};

export type RegisterDay = {
  /** `M`, and the day of the month. */
  weekday: string;
  day: number;
  /** The first of a week is set off from the one before. */
  opensWeek: boolean;
  /** Why nobody is counted, such as `Republic Day` or `not marked`; else who was there. */
  counted: { boys: number; girls: number; all: number; absent: number; late: number } | string;
};

export type RegisterTotal = { present: number; percent: number | null };

export type RegisterStudent = {
  name: string;
  gender: "M" | "F" | null;
  /** One a day, in the order of the days. */
  marks: RegisterMark[];
  /** Days; a session of two is half of one. */
  present: number;
  absent: number;
  late: number;
  /** Of the days marked while in the class; null where there was none. */
  percent: number | null;
};

/** `half`: there for one of the day's sessions; `outside`: not in the class that day; null on a day that does not count. */
export type RegisterMark = "present" | "absent" | "late" | "half" | "outside" | null;
