import { weekdayOf } from "#domain/dates.ts";
import { percentPresent } from "../day/figures.rules.ts";
import type { AttendanceTrendDay } from "../summary.ts";
import { listSchoolWeeks, type SchoolWeek } from "../weeks.rules.ts";

type MarkedDay = { day: string; present: number; absent: number; late: number };

/**
 * Pairs each day that has a register with the average for the same weekday, so that Fridays are compared with Fridays.
 */
export function toTrendDays(days: readonly MarkedDay[]): AttendanceTrendDay[] {
  const counted = days.flatMap((figures) => {
    const percent = percentPresent(figures);
    return percent === null ? [] : [{ ...figures, percent: rounded(percent) }];
  });
  return counted.map((figures) => {
    const alike = counted.filter(({ day }) => weekdayOf(day) === weekdayOf(figures.day));
    return { ...figures, usual: rounded(mean(alike.map(({ percent }) => percent))) };
  });
}

/** A week of the term in the table. A day without a register is null. */
export type AttendanceTrendWeek = Omit<SchoolWeek, "days"> & { days: (AttendanceTrendDay | null)[] };

/** Returns the weeks of the table, and the average for each weekday. */
export function groupTrendByWeek(days: readonly AttendanceTrendDay[]): {
  weeks: AttendanceTrendWeek[];
  usual: (number | null)[];
} {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { weeks: [], usual: [] };
  const marked = new Map(days.map((day) => [day.day, day]));
  const weeks = listSchoolWeeks([...marked.keys()], { from: first.day, to: last.day }).map((week) => ({
    ...week,
    days: week.days.map((day) => marked.get(day) ?? null),
  }));
  const usual = (weeks[0]?.days ?? []).map((_, index) =>
    usualOf(weeks.map((week) => week.days[index] ?? null)),
  );
  return { weeks, usual };
}

function usualOf(sameWeekday: readonly (AttendanceTrendDay | null)[]): number | null {
  return sameWeekday.find((day) => day !== null)?.usual ?? null;
}

const STEP = 10;
const HIGHEST_LEAST = 80;

/** Returns where the scale starts: a multiple of ten below the worst day, so that small differences show. */
export function trendScaleStart(days: readonly AttendanceTrendDay[]): number {
  const lowest = Math.min(HIGHEST_LEAST, ...days.map(({ percent }) => percent));
  return Math.floor(lowest / STEP) * STEP;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Rounds to two decimal places, because a page contains hundreds of these numbers and fewer digits keep it small. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}
