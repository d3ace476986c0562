import { averageDayFigures, formatCount, type DayAttendanceCounts } from "#domain/daily/counting.ts";
import { formatDay } from "#domain/daily/day-words.ts";
import {
  findClosure,
  latestSchoolDay,
  findAdjacentSchoolDays,
  type CalendarWithToday,
  type SchoolCalendar,
} from "#domain/daily/school-days.ts";
import type { AttendanceFigures, SchoolDayChoice, LevelFigures } from "../summary.ts";

type ClassOfDay = {
  level: number;
  title: string;
  students: number;
  /** The number of students by state, for each session that has a register. */
  sessions: readonly DayAttendanceCounts[];
};

const NOBODY: AttendanceFigures = { present: 0, absent: 0, late: 0, waiting: 0 };

/** Returns the figures of a class from its registers. All students of a class without a register are `waiting`. */
export function classAttendanceFigures({
  sessions,
  students,
}: Pick<ClassOfDay, "sessions" | "students">): AttendanceFigures {
  const marked = averageDayFigures(sessions);
  return marked ? { ...marked, waiting: 0 } : { ...NOBODY, waiting: students };
}

export function attendanceFiguresByLevel(classes: readonly ClassOfDay[]): LevelFigures[] {
  const levels = new Map<number, LevelFigures>();
  for (const { level, title, ...held } of classes) {
    const before = levels.get(level) ?? { level, title, ...NOBODY };
    levels.set(level, { ...before, ...added(before, classAttendanceFigures(held)) });
  }
  return [...levels.values()];
}

export function sumAttendanceFigures(figures: readonly AttendanceFigures[]): AttendanceFigures {
  return figures.reduce(added, NOBODY);
}

function added(one: AttendanceFigures, other: AttendanceFigures): AttendanceFigures {
  return {
    present: one.present + other.present,
    absent: one.absent + other.absent,
    late: one.late + other.late,
    waiting: one.waiting + other.waiting,
  };
}

export function countMarkedStudents({
  present,
  absent,
}: Pick<AttendanceFigures, "present" | "absent">): number {
  return present + absent;
}

export function countAllStudents(figures: AttendanceFigures): number {
  return countMarkedStudents(figures) + figures.waiting;
}

/** Returns the percentage of the students on a register who were present, or null without a register. */
export function percentPresent(figures: Pick<AttendanceFigures, "present" | "absent">): number | null {
  const all = countMarkedStudents(figures);
  return all === 0 ? null : (100 * figures.present) / all;
}

/** Rounds to a whole percentage, but shows 0% and 100% only when they are exact. */
export function formatPercent(percent: number): string {
  const rounded = Math.round(percent);
  if (rounded === 100 && percent < 100) return "over 99%";
  if (rounded === 0 && percent > 0) return "under 1%";
  return `${rounded}%`;
}

type CountOfClasses = { classes: number; unmarked: number };

/** Returns the line of text below each figure of a day. */
export function describeDayFigures(figures: AttendanceFigures, { classes, unmarked }: CountOfClasses) {
  const percent = percentPresent(figures);
  const nobody = "no student is marked yet";
  return {
    present:
      percent === null
        ? nobody
        : `of ${formatCount(countMarkedStudents(figures))} marked, ${formatPercent(percent)}`,
    late: "counted as present",
    absent: percent === null ? nobody : `${formatPercent(100 - percent)} of the students marked`,
    waiting: unmarked === 0 ? "every class is marked" : `in ${unmarked} of ${classes} classes`,
  };
}

/** Returns the requested day unless it is in the future. The default is the last school day up to today. */
export function chooseShownDay(requestedDay: string | null, now: CalendarWithToday): string {
  return requestedDay !== null && requestedDay <= now.today ? requestedDay : latestSchoolDay(now);
}

export function toSchoolDayChoice(day: string, now: CalendarWithToday): SchoolDayChoice {
  return { day, today: now.today, words: formatDay(day), ...findAdjacentSchoolDays(day, now) };
}

/** Returns why there was no school, or null on a school day. */
export function describeClosure(day: string, calendar: SchoolCalendar): string | null {
  const closing = findClosure(day, calendar);
  if (closing === null) return null;
  if (closing.why === "holiday") return `This day is a holiday: ${closing.title}.`;
  return closing.why === "weekend" ? "This day falls on a weekend." : "This day is outside the school terms.";
}
