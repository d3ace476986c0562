import {
  percentAbsent,
  isHighAbsenceRate,
  absenceLevelOfDay,
  type AbsenceLevel,
} from "#domain/daily/attendance-limits.ts";
import { weekdayName } from "#domain/daily/day-words.ts";
import { findClosure, type SchoolCalendar } from "#domain/daily/school-days.ts";
import { addDays, mondayOf, weekdayOf } from "#domain/dates.ts";
import { groupBy } from "#domain/late/sheet-lines.ts";
import { listSchoolWeeks } from "../weeks.rules.ts";

type Marked = { present: number; absent: number };

export type ClassAttendanceDays = {
  classId: number;
  level: number;
  days: readonly (Marked & { day: string })[];
};

/** A week of the term by its number. A percentage is null if no register was marked in that week. */
export type TermWeek = {
  from: string;
  words: string;
  now: number | null;
  before: number | null;
  yearAgo: number | null;
};

type OfTerm = { from: string; classes: readonly ClassAttendanceDays[] };

/** Compares the weeks of this term up to a day with the same weeks of two earlier terms. */
export function compareWeeksOfTerms(
  { now, before, yearAgo }: { now: OfTerm; before: OfTerm | null; yearAgo: OfTerm | null },
  to: string,
): TermWeek[] {
  const [present, earlier, old] = [now, before, yearAgo].map((term) => (term ? percentByWeek(term) : []));
  return listSchoolWeeks([], { from: now.from, to }).map(({ from, words }, index) => ({
    from,
    words,
    now: present?.[index] ?? null,
    before: earlier?.[index] ?? null,
    yearAgo: old?.[index] ?? null,
  }));
}

function percentByWeek({ from, classes }: OfTerm): (number | null)[] {
  const monday = mondayOf(from);
  const weeks: Marked[] = [];
  for (const [day, { present, absent }] of sumByDay(classes)) {
    const index = Math.floor((Date.parse(day) - Date.parse(monday)) / WEEK_MS);
    const week = (weeks[index] ??= { present: 0, absent: 0 });
    week.present += present;
    week.absent += absent;
  }
  return Array.from(weeks, (week) => (week ? toPresent(percentAbsent(week)) : null));
}

const WEEK_MS = 7 * 86_400_000;

/** Adds up the classes for each day. A term has few different days, so each date is calculated only once. */
export function sumByDay(classes: readonly ClassAttendanceDays[]): Map<string, Marked> {
  const sums = new Map<string, Marked>();
  for (const { days } of classes)
    for (const { day, present, absent } of days) {
      const sum = sums.get(day);
      if (sum === undefined) sums.set(day, { present, absent });
      else {
        sum.present += present;
        sum.absent += absent;
      }
    }
  return sums;
}

/** Adds up the classes of each level, as if they were one class with the id 0. */
export function sumClassesOfLevels(classes: readonly ClassAttendanceDays[]): ClassAttendanceDays[] {
  return Array.from(
    groupBy(classes, ({ level }) => level),
    ([level, own]) => ({
      classId: 0,
      level,
      days: Array.from(sumByDay(own), ([day, { present, absent }]) => ({ day, present, absent })),
    }),
  );
}

function toPresent(absent: number | null): number | null {
  return absent === null ? null : 100 - absent;
}

/** The rate of absence this term and last term, in per cent; null without a register. */
export type AbsenceRate = {
  key: number;
  title: string;
  now: number | null;
  before: number | null;
  isHigh: boolean;
};

/** Returns the rate of absence of all classes together, in per cent, or null without a register. */
export function calculateAbsenceRate(classes: readonly ClassAttendanceDays[]): number | null {
  return percentAbsent(sumOf(classes.map(({ days }) => sumOf(days))));
}

/** Returns the rates for Monday to Friday, and for Saturday or Sunday if there is a register on one. */
export function absenceRatesByWeekday(
  now: readonly ClassAttendanceDays[],
  before: readonly ClassAttendanceDays[],
): AbsenceRate[] {
  const [present, earlier] = [now, before].map((classes) => sumByWeekday(classes));
  const marked = new Set([...SCHOOL_WEEK, ...(present?.keys() ?? [])]);
  const all = calculateAbsenceRate(now);
  return [...marked]
    .sort((one, other) => one - other)
    .map((weekday) =>
      toRate(
        {
          key: weekday,
          title: weekdayName(addDays(A_MONDAY, weekday - 1)),
          now: percentAbsent(present?.get(weekday) ?? NO_DAYS),
          before: percentAbsent(earlier?.get(weekday) ?? NO_DAYS),
        },
        all,
      ),
    );
}

const NO_DAYS: Marked = { present: 0, absent: 0 };

function sumByWeekday(classes: readonly ClassAttendanceDays[]): Map<number, Marked> {
  const days = groupBy([...sumByDay(classes)], ([day]) => isoWeekday(day));
  return new Map([...days].map(([weekday, own]) => [weekday, sumOf(own.map(([, sum]) => sum))]));
}

const SCHOOL_WEEK = [1, 2, 3, 4, 5];
const A_MONDAY = "2026-06-22";

function isoWeekday(day: string): number {
  return weekdayOf(day) || 7;
}

type Group = { key: number; title: string };

/** Returns the rate of each level or class, in the order given. */
export function absenceRatesByGroup(
  groups: readonly Group[],
  {
    now,
    before,
    keyOf,
  }: { now: readonly ClassAttendanceDays[]; before: readonly ClassAttendanceDays[]; keyOf: GroupKeyFunction },
): AbsenceRate[] {
  const of = (classes: readonly ClassAttendanceDays[], key: number) =>
    calculateAbsenceRate(classes.filter((item) => keyOf(item) === key));
  const all = calculateAbsenceRate(now);
  return groups.map(({ key, title }) =>
    toRate({ key, title, now: of(now, key), before: of(before, key) }, all),
  );
}

export type GroupKeyFunction = (item: Pick<ClassAttendanceDays, "classId" | "level">) => number;

function toRate(rate: Omit<AbsenceRate, "isHigh">, ofAll: number | null): AbsenceRate {
  return { ...rate, isHigh: isHighAbsenceRate(rate.now, ofAll) };
}

function sumOf(days: readonly Marked[]): Marked {
  const sum = { present: 0, absent: 0 };
  for (const { present, absent } of days) {
    sum.present += present;
    sum.absent += absent;
  }
  return sum;
}

/**
 * The letter that stands for a class's day in the compact text sent to the page: few, some or many students absent, no
 * register, or a holiday. A space separates weeks.
 */
export const DAY_STATE_LETTERS: Record<AbsenceLevel | "unmarked" | "holiday", string> = {
  few: "f",
  some: "s",
  many: "m",
  unmarked: "n",
  holiday: "h",
};

/** Lists the school days and holidays of a range of dates. `null` separates the weeks. */
export function listTrackedDays(
  { from, to }: { from: string; to: string },
  calendar: SchoolCalendar,
): ({ day: string; isHoliday: boolean } | null)[] {
  const days: ({ day: string; isHoliday: boolean } | null)[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isoWeekday(day) === 1 && days.length > 0) days.push(null);
    const closure = findClosure(day, calendar);
    if (closure === null || closure.why === "holiday") days.push({ day, isHoliday: closure !== null });
  }
  return days;
}

/** Writes a class's days as letters (`DAY_STATE_LETTERS`). */
export function toDayLetters(
  days: ClassAttendanceDays["days"],
  tracked: ReturnType<typeof listTrackedDays>,
): string {
  const marked = new Map(days.map((item) => [item.day, item]));
  const letters = tracked.map((place) => {
    if (place === null) return " ";
    const day = marked.get(place.day);
    const tone = day && absenceLevelOfDay(day);
    if (tone) return DAY_STATE_LETTERS[tone];
    return DAY_STATE_LETTERS[place.isHoliday ? "holiday" : "unmarked"];
  });
  return letters.join("");
}

/** Adds up the students below the limits in each class. */
export function countLowAttendance(
  classes: readonly (readonly [classId: number, low: number, veryLow: number, ...others: number[]])[],
): { low: number; veryLow: number } {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return { low: sum(classes.map(([, low]) => low)), veryLow: sum(classes.map(([, , veryLow]) => veryLow)) };
}

const STEP = 2;
const HIGHEST_LEAST = 94;

/** Returns the ends of the chart's scale. The scale does not start at 0, so the page states where it starts. */
export function attendanceWeeksChartScale(weeks: readonly TermWeek[]): { least: number; most: number } {
  const figures = weeks
    .flatMap(({ now, before, yearAgo }) => [now, before, yearAgo])
    .filter((item) => item !== null);
  const lowest = Math.min(HIGHEST_LEAST, ...figures);
  const highest = Math.max(HIGHEST_LEAST + STEP, ...figures);
  return {
    least: Math.max(STEP, Math.floor(lowest / STEP) * STEP),
    most: Math.min(100, Math.ceil(highest / STEP) * STEP),
  };
}
