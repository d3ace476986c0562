import type { SummaryParams } from "./params.rules.ts";

/** The data of the summary: the figures of a day by class level, the students to call, and the trend of the term. */

/** Numbers of students; a student who was there for half a day counts as half present and half absent. */
export type Figures = {
  present: number;
  absent: number;
  late: number;
  /** The students of classes without a register of the day. */
  waiting: number;
};

export type LevelFigures = Figures & { level: number; title: string };

/** A class that has no register of the day yet. */
export type UnmarkedClass = {
  classId: number;
  label: string;
  teachers: string;
  students: number;
  /** The day of the last register, such as `Thu 25 Jun`; null if there was none this term. */
  lastRegister: string | null;
};

export type DayChoice = {
  /** The day as `2026-06-26`; the words read `Fri 26 Jun 2026`. */
  day: string;
  words: string;
  /** The school days before and after; null if there is none, or if it is in the future. */
  previous: string | null;
  next: string | null;
  today: string;
};

/** The figures of a day, which the dialog of a student shows too. */
export type DaySummary = {
  choice: DayChoice;
  /** The reason why there was no school that day; null on a school day. */
  closed: string | null;
  school: Figures;
  levels: LevelFigures[];
  classes: number;
  unmarked: UnmarkedClass[];
  /** The registers of the day's month, one for each class. */
  months: { label: string; url: string }[];
  /** The bars of the levels, one below the other, as Recharts drew them on the server. */
  bars: string;
};

export type AbsentStudent = {
  studentKey: number;
  name: string;
  label: string;
  days: number;
  /** The first day of the absence, such as `Mon 22 Jun`. */
  since: string;
  /** The reason in the register of the day, such as `Sick: has a fever`; empty if there is none. */
  reason: string;
  contact: { who: string; phone: string } | null;
  /** The call, such as `Called today at 9:10 by M. Joseph`, and its note; null if nobody called during this absence. */
  called: { words: string; note: string } | null;
};

export type TrendDay = {
  day: string;
  present: number;
  absent: number;
  late: number;
  /** The percentage present in the registers of the day, and in all registers of the same weekday in the term. */
  percent: number;
  usual: number;
};

export type Trend = {
  days: TrendDay[];
  /** The level shown; null for the whole school. */
  level: Pick<LevelFigures, "level" | "title"> | null;
  shown: string;
  /** The title of the day's term; null for the current term, and for a day outside the terms. */
  term: string | null;
  /** The lines of the days and of their weekdays, as Recharts drew them on the server. */
  lines: string;
  /** The bottom of the drawing, in percent. */
  least: number;
};

export type Summary = {
  params: SummaryParams;
  /** The address from which the page refreshes the summary. */
  url: string;
  figures: DaySummary;
  absent: AbsentStudent[];
  trend: Trend;
  /** The time when the summary was read, also in words by the school's clock. */
  readAt: number;
  readWords: string;
};
