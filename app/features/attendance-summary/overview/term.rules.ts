import {
  isUnder,
  LOW,
  percentAbsent,
  isHighRate,
  toneOfDay,
  VERY_LOW,
  type DayTone,
  type Sessions,
} from "#domain/daily/attendance-limits.ts";
import { shortDay, weekdayName } from "#domain/daily/day-words.ts";
import { findClosure, type SchoolCalendar } from "#domain/daily/school-days.ts";
import { addDays, weekdayOf } from "#domain/dates.ts";
import { weeksWith } from "../weeks.rules.ts";

type Marked = { present: number; absent: number };

/** The days of a class in a term. */
export type ClassDays = { classId: number; level: number; days: readonly (Marked & { day: string })[] };

/** A week by its place in the term; a percentage is null where the term has no register in that week. */
export type TermWeek = {
  from: string;
  words: string;
  now: number | null;
  before: number | null;
  yearAgo: number | null;
};

type OfTerm = { from: string; classes: readonly ClassDays[] };

/** Compares the weeks of this term up to a day with the weeks at the same place in two earlier terms. */
export function weeksOfTerm(
  { now, before, yearAgo }: { now: OfTerm; before: OfTerm | null; yearAgo: OfTerm | null },
  to: string,
): TermWeek[] {
  const [present, earlier, old] = [now, before, yearAgo].map((term) => (term ? percentByWeek(term) : []));
  return weeksWith([], { from: now.from, to }).map(({ from, words }, index) => ({
    from,
    words,
    now: present?.[index] ?? null,
    before: earlier?.[index] ?? null,
    yearAgo: old?.[index] ?? null,
  }));
}

function percentByWeek({ from, classes }: OfTerm): (number | null)[] {
  const monday = addDays(from, -((weekdayOf(from) + 6) % 7));
  const weeks: Marked[] = [];
  for (const { day, present, absent } of classes.flatMap(({ days }) => days)) {
    const index = Math.floor((Date.parse(day) - Date.parse(monday)) / WEEK_MS);
    const week = (weeks[index] ??= { present: 0, absent: 0 });
    week.present += present;
    week.absent += absent;
  }
  return Array.from(weeks, (week) => (week ? toPresent(percentAbsent(week)) : null));
}

const WEEK_MS = 7 * 86_400_000;

function toPresent(absent: number | null): number | null {
  return absent === null ? null : 100 - absent;
}

/** A rate of absence this term and last term, in per cent; null without a register. */
export type Rate = {
  key: number;
  title: string;
  now: number | null;
  before: number | null;
  isHigh: boolean;
};

/** Returns the rate of all classes. */
export function rateOf(classes: readonly ClassDays[]): number | null {
  return percentAbsent(sumOf(classes.flatMap(({ days }) => days)));
}

/** Returns the rates of Monday to Friday, and of another day of the week that has a register. */
export function ratesByWeekday(now: readonly ClassDays[], before: readonly ClassDays[]): Rate[] {
  const days = now.flatMap((item) => item.days);
  const marked = new Set([...SCHOOL_WEEK, ...days.map(({ day }) => isoWeekday(day))]);
  const of = (classes: readonly ClassDays[], weekday: number) =>
    rateOf(
      classes.map((item) => ({
        ...item,
        days: item.days.filter(({ day }) => isoWeekday(day) === weekday),
      })),
    );
  return [...marked]
    .sort((one, other) => one - other)
    .map((weekday) =>
      toRate(
        {
          key: weekday,
          title: weekdayName(addDays(A_MONDAY, weekday - 1)),
          now: of(now, weekday),
          before: of(before, weekday),
        },
        rateOf(now),
      ),
    );
}

const SCHOOL_WEEK = [1, 2, 3, 4, 5];
const A_MONDAY = "2026-06-22";

function isoWeekday(day: string): number {
  return weekdayOf(day) || 7;
}

type Group = { key: number; title: string };

/** Returns the rates of levels, or of classes, in the order given. */
export function ratesByGroup(
  groups: readonly Group[],
  { now, before, keyOf }: { now: readonly ClassDays[]; before: readonly ClassDays[]; keyOf: KeyOf },
): Rate[] {
  const of = (classes: readonly ClassDays[], key: number) =>
    rateOf(classes.filter((item) => keyOf(item) === key));
  const all = rateOf(now);
  return groups.map(({ key, title }) =>
    toRate({ key, title, now: of(now, key), before: of(before, key) }, all),
  );
}

export type KeyOf = (item: Pick<ClassDays, "classId" | "level">) => number;

function toRate(rate: Omit<Rate, "isHigh">, ofAll: number | null): Rate {
  return { ...rate, isHigh: isHighRate(rate.now, ofAll) };
}

function sumOf(days: readonly Marked[]): Marked {
  return days.reduce(
    (sum, { present, absent }) => ({ present: sum.present + present, absent: sum.absent + absent }),
    { present: 0, absent: 0 },
  );
}

/** The letters of a class's days: few, some or many absent, no register, a holiday; weeks are divided by a space. */
export const TONES: Record<DayTone | "unmarked" | "holiday", string> = {
  few: "f",
  some: "s",
  many: "m",
  unmarked: "n",
  holiday: "h",
};

/** Lists the school days and holidays of a span, week by week; `null` divides the weeks. */
export function trackedDays(
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

/** Writes a class's days as letters, and names the days on which many were absent. */
export function trackClass({ days }: ClassDays, tracked: ReturnType<typeof trackedDays>) {
  const marked = new Map(days.map((item) => [item.day, item]));
  const letters = tracked.map((place) => {
    if (place === null) return " ";
    const day = marked.get(place.day);
    const tone = day && toneOfDay(day);
    if (tone) return TONES[tone];
    return TONES[place.isHoliday ? "holiday" : "unmarked"];
  });
  const many = days.filter((day) => toneOfDay(day) === "many").map(({ day }) => shortDay(day));
  return { letters: letters.join(""), many };
}

/** Counts the students under both limits. */
export function countUnder(students: readonly Sessions[]): { low: number; veryLow: number } {
  return {
    low: students.filter((student) => isUnder(LOW, student)).length,
    veryLow: students.filter((student) => isUnder(VERY_LOW, student)).length,
  };
}

const STEP = 2;
const HIGHEST_LEAST = 94;

/** Returns the ends of the chart's scale in whole steps; it never begins at 0, and the page says where it begins. */
export function scaleOf(weeks: readonly TermWeek[]): { least: number; most: number } {
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
