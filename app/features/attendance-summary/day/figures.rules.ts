import { dayFigures, formatCount, type DayFigures } from "#domain/daily/counting.ts";
import type { Figures, LevelFigures } from "../summary.ts";

type ClassOfDay = {
  level: number;
  title: string;
  /** The number of students on the roll that day. */
  students: number;
  /** The counts of each marked session. */
  sessions: readonly DayFigures[];
};

const NOBODY: Figures = { present: 0, absent: 0, late: 0, waiting: 0 };

/** Counts a class by its registers; a class without one has all its students waiting. */
export function figuresOfClass({ sessions, students }: Pick<ClassOfDay, "sessions" | "students">): Figures {
  const marked = dayFigures(sessions);
  return marked ? { ...marked, waiting: 0 } : { ...NOBODY, waiting: students };
}

/** Sums the classes of each level; the levels keep the order of the classes. */
export function figuresByLevel(classes: readonly ClassOfDay[]): LevelFigures[] {
  const levels = new Map<number, LevelFigures>();
  for (const { level, title, ...held } of classes) {
    const before = levels.get(level) ?? { level, title, ...NOBODY };
    levels.set(level, { ...before, ...added(before, figuresOfClass(held)) });
  }
  return [...levels.values()];
}

export function summed(figures: readonly Figures[]): Figures {
  return figures.reduce(added, NOBODY);
}

function added(one: Figures, other: Figures): Figures {
  return {
    present: one.present + other.present,
    absent: one.absent + other.absent,
    late: one.late + other.late,
    waiting: one.waiting + other.waiting,
  };
}

export function marked({ present, absent }: Pick<Figures, "present" | "absent">): number {
  return present + absent;
}

export function studentsOf(figures: Figures): number {
  return marked(figures) + figures.waiting;
}

/** Returns the percentage of the students on a register who were present; null if there was no register. */
export function percentPresent(figures: Pick<Figures, "present" | "absent">): number | null {
  const all = marked(figures);
  return all === 0 ? null : (100 * figures.present) / all;
}

/** Rounds to a whole percentage, but says 0% or 100% only when that is exact. */
export function formatPercent(percent: number): string {
  const rounded = Math.round(percent);
  if (rounded === 100 && percent < 100) return "over 99%";
  if (rounded === 0 && percent > 0) return "under 1%";
  return `${rounded}%`;
}

type CountOfClasses = { classes: number; unmarked: number };

/** Describes the figures of a day, for the line below each. */
export function describeDay(figures: Figures, { classes, unmarked }: CountOfClasses) {
  const percent = percentPresent(figures);
  const nobody = "nobody is marked yet";
  return {
    present:
      percent === null ? nobody : `of ${formatCount(marked(figures))} marked, ${formatPercent(percent)}`,
    late: "counted as present",
    absent: percent === null ? nobody : `${formatPercent(100 - percent)} of those marked`,
    waiting: unmarked === 0 ? "every class is marked" : `in ${unmarked} of ${classes} classes`,
  };
}
