import type { SummaryPlace } from "./place.rules.ts";

/** What the summary shows: the figures of a day by class level, whom to call, and the trend of its term. */

/** Of students; who was there for half a day is half present and half absent. */
export type Figures = {
  present: number;
  absent: number;
  late: number;
  /** Students of classes without a register of the day. */
  waiting: number;
};

export type LevelFigures = Figures & { level: number; title: string };

/** A class whose register of the day is still to come. */
export type UnmarkedClass = {
  classId: number;
  label: string;
  teachers: string;
  students: number;
  /** `Thu 25 Jun`; null where none was marked this term. */
  lastRegister: string | null;
};

export type DayChoice = {
  /** As `2026-06-26`, and as it is read: `Fri 26 Jun 2026`. */
  day: string;
  words: string;
  /** The school days beside it; null where there is none, and for days to come. */
  previous: string | null;
  next: string | null;
  today: string;
};

/** What the dialog of a student shows too. */
export type DaySummary = {
  choice: DayChoice;
  /** Why there was no school that day; null of a school day. */
  closed: string | null;
  school: Figures;
  levels: LevelFigures[];
  classes: number;
  unmarked: UnmarkedClass[];
  /** The registers of the day's month, a class each. */
  months: { label: string; url: string }[];
  /** The bars of the levels, one under the other, as Recharts drew them on the server. */
  bars: string;
};

export type AbsentStudent = {
  studentKey: number;
  name: string;
  label: string;
  days: number;
  /** `Mon 22 Jun`. */
  since: string;
  /** `Sick: has a fever`, as the register says it today; empty where it says nothing. */
  reason: string;
  contact: { who: string; phone: string } | null;
  /** `Called today at 9:10 by M. Joseph`, and what came of it; null where nobody called since the student is away. */
  called: { words: string; note: string } | null;
};

export type TrendDay = {
  day: string;
  present: number;
  absent: number;
  late: number;
  /** Of 100 on the registers of the day, and on all registers of the same weekday in the term. */
  percent: number;
  usual: number;
};

export type Trend = {
  days: TrendDay[];
  /** The level that is looked at; null for the whole school. */
  level: Pick<LevelFigures, "level" | "title"> | null;
  /** The day that the summary is of. */
  shown: string;
  /** The line of the days and that of their weekdays, as Recharts drew them on the server. */
  lines: string;
  /** The bottom of the drawing, in percent. */
  least: number;
};

export type Summary = {
  place: SummaryPlace;
  /** Where the same is read again. */
  url: string;
  figures: DaySummary;
  absent: AbsentStudent[];
  trend: Trend;
  /** When it was read, and as the school's clock says it. */
  readAt: number;
  readWords: string;
};
