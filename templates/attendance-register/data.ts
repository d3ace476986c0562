import type { Printed, School } from "../parts/school.ts";

/** The register of a class for a month: one row per student, one column per school day. Every figure is final. */
export type AttendanceRegister = {
  school: School;
  /** Such as `Standard 4, Mrs. A. Ramkissoon`. */
  about: string;
  /** Such as `September 2025`. */
  month: string;
  printed: Printed;
  days: RegisterDay[];
  students: RegisterStudent[];
  /** Totals over the marked days: attendance, and the number of days that were marked. */
  totals: { boys: RegisterTotal; girls: RegisterTotal; all: RegisterTotal; absent: number; late: number };
  /** The meanings of the letters that occur in the register. */
  keys: { letter: string; meaning: string }[];
  /** Sentences under the table. */
  notes: string[];
};

export type RegisterDay = {
  /** `M`, and the day of the month. */
  weekday: string;
  day: number;
  /** The first day of a week is set apart from the week before. */
  opensWeek: boolean;
  /** The reason why nobody is counted, such as `Republic Day` or `not marked`; otherwise the counts. */
  counted: { boys: number; girls: number; all: number; absent: number; late: number } | string;
};

export type RegisterTotal = { present: number; percent: number | null };

export type RegisterStudent = {
  name: string;
  gender: "M" | "F" | null;
  /** One per day, in the order of the days. */
  marks: RegisterMark[];
  /** In days; one session of two is half a day. */
  present: number;
  absent: number;
  late: number;
  /** The percentage of the days marked while the student was in the class; null when there were none. */
  percent: number | null;
};

/** `half` is present for one session, `outside` not in the class that day; null for a day that does not count. */
export type RegisterMark = "present" | "absent" | "late" | "half" | "outside" | null;
