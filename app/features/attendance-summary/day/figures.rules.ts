import { dayFigures, type DayFigures } from "#domain/daily/counting.ts";

import type { Figures, LevelFigures } from "../summary.ts";

type ClassOfDay = {
  level: number;
  title: string;
  /** Who is on its roll that day. */
  students: number;
  /** The counts of each session that was marked. */
  sessions: readonly DayFigures[];
};

const NOBODY: Figures = { present: 0, absent: 0, late: 0, waiting: 0 };

/** A class counts by its registers; without any, its students wait for one. */
export function figuresOfClass({ sessions, students }: Pick<ClassOfDay, "sessions" | "students">): Figures {
  const marked = dayFigures(sessions);
  return marked ? { ...marked, waiting: 0 } : { ...NOBODY, waiting: students };
}

/** In the order in which the classes come. */
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

/** `93`, of those on a register; null where there was none. */
export function percentPresent(figures: Pick<Figures, "present" | "absent">): number | null {
  const all = marked(figures);
  return all === 0 ? null : (100 * figures.present) / all;
}

/** Whole percents, but never all or nobody where that is not so. */
export function percentWords(percent: number): string {
  const rounded = Math.round(percent);
  if (rounded === 100 && percent < 100) return "over 99%";
  if (rounded === 0 && percent > 0) return "under 1%";
  return `${rounded}%`;
}
