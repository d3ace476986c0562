import type { AttendanceSummaryParams } from "./params.rules.ts";

/** Numbers of students. A student who was present for half a day counts as half present and half absent. */
export type AttendanceFigures = {
  present: number;
  absent: number;
  late: number;
  /** The students of classes that have no register for the day yet. */
  waiting: number;
};

export type LevelFigures = AttendanceFigures & { level: number; title: string };

/** A class that has no register for the day yet. */
export type UnmarkedClass = {
  classId: number;
  label: string;
  teachers: string;
  students: number;
  /** The day of the last register, such as `Thu 25 Jun`; null without a register this term. */
  lastRegister: string | null;
};

export type SchoolDayChoice = {
  /** The day as `2026-06-26`; `words` has it as `Fri 26 Jun 2026`. */
  day: string;
  words: string;
  /** The previous school day, or null. `next` is the following one, or null if it is in the future. */
  previous: string | null;
  next: string | null;
  today: string;
};

/** The figures of a day. View Attendance, the dialog of one student, shows them too. */
export type DaySummary = {
  choice: SchoolDayChoice;
  /** The reason why there was no school that day; null on a school day. */
  closed: string | null;
  school: AttendanceFigures;
  levels: LevelFigures[];
  classes: number;
  /** The number of classes without a register. */
  unmarkedClasses: number;
  /** The level whose classes are listed in a school with too many classes for a list; null if all are listed. */
  listedLevel: string | null;
  unmarked: UnmarkedClass[];
  /** The printable registers of the month, one for each listed class. */
  months: { label: string; url: string }[];
  /** The content of the SVG that Recharts draws on the server: the bars of the levels, one below the other. */
  bars: string;
};

export type AbsentStudent = {
  studentKey: number;
  name: string;
  label: string;
  days: number;
  /** The first day of the absence, such as `Mon 22 Jun`. */
  since: string;
  /** The reason on the register of the day, such as `Sick: has a fever`; empty without a reason. */
  reason: string;
  contact: { who: string; phone: string } | null;
  /** Text such as `Called today at 9:10 by M. Joseph`. Null if nobody has called during this absence. */
  called: { words: string; note: string } | null;
};

/** A class with its students who are absent all day. */
export type AbsentClass = {
  label: string;
  students: Pick<AbsentStudent, "studentKey" | "name" | "days" | "reason">[];
};

export type AttendanceTrendDay = {
  day: string;
  present: number;
  absent: number;
  late: number;
  /** The percentage present on the day. `usual` is the percentage in all registers of the same weekday in the term. */
  percent: number;
  usual: number;
};

export type AttendanceTrend = {
  days: AttendanceTrendDay[];
  /** The level shown; null for the whole school. */
  level: Pick<LevelFigures, "level" | "title"> | null;
  shown: string;
  /** The title of the day's term, or null for the current term and for a day outside the terms. */
  term: string | null;
  /**
   * The content of the SVG that Recharts draws on the server: the line of the days and the line of weekday averages.
   */
  lines: string;
  /** The percentage at the bottom edge of the chart. */
  least: number;
};

export type AttendanceSummaryView = {
  params: AttendanceSummaryParams;
  /** The URL from which the page refreshes the summary. */
  url: string;
  figures: DaySummary;
  /** All students who are absent on the day, by class. */
  absentToday: AbsentClass[];
  /** The students who have been absent for three days or more. */
  absent: AbsentStudent[];
  /** Whether the person may read every class's register. */
  readsRegisters: boolean;
  trend: AttendanceTrend;
  /** The time when the summary was loaded, in milliseconds. */
  readAt: number;
  /** `readAt` as text, in the school's time zone. */
  readWords: string;
};
