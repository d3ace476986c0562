import { hasAccess, canReadAllClasses } from "#access/permissions.ts";
import { listVisibleClassesOfDay } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import type { ClassAttendanceOfDayRow } from "#db/queries/attendance/summary.ts";
import { findTermOn, type CalendarTermSpan } from "#domain/daily/school-days.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { readDayAndCalendar } from "../day/read-day.server.ts";
import type { AttendanceSummaryParams } from "../params.rules.ts";

export type OverviewLevel = { level: number; title: string };

/** The largest number of classes for which the page of the whole school has a line or column for each class. */
const MOST_CLASSES = 60;

/** The classes and days that an overview covers for this person. */
export type OverviewScope = {
  day: string;
  calendar: Awaited<ReturnType<typeof readDayAndCalendar>>["calendar"];
  /** The term of the day, from its first day up to the day; null outside the terms. */
  term: (CalendarTermSpan & { from: string; to: string }) | null;
  isAll: boolean;
  /** All levels with classes that the person may read. */
  levels: OverviewLevel[];
  level: number | null;
  /** True if the page has a line or column for each level instead of each class, because there are too many classes. */
  isByLevelOnly: boolean;
  classes: ClassAttendanceOfDayRow[];
  /** All classes that the person may read, from which the level or class was chosen. */
  visible: ClassAttendanceOfDayRow[];
  /** The classes for which the person may read the families' phone numbers; null for all classes. */
  numbersOf: number[] | null;
};

/**
 * Finds the classes of an overview: all classes of the school, or the classes of which the person is form dean or
 * form teacher. The person can narrow the overview to a level or class. A form dean may not read family data.
 * @throws notFound for a level or class that the person may not read
 */
export async function findScope(
  person: Person,
  { day: input, level, classId = null }: AttendanceSummaryParams & { classId?: number | null },
): Promise<OverviewScope> {
  const { day, calendar } = await readDayAndCalendar(input);
  const visible = await listVisibleClassesOfDay(person, day, noTransaction);
  const classes = visible.filter(
    (item) =>
      (level === null || item.form_level === level) && (classId === null || item.class_id === classId),
  );
  if (classes.length === 0 && (level !== null || classId !== null))
    throw notFound("You cannot open these classes. Choose other classes.");
  const term = findTermOn(day, calendar);
  const readsNumbers = hasAccess("attendance-summary", person);
  const levels = levelsOf(visible);
  return {
    day,
    calendar,
    term: term && { ...term, from: term.term_start, to: day },
    isAll: canReadAllClasses(person),
    levels,
    level,
    isByLevelOnly: level === null && levels.length > 1 && classes.length > MOST_CLASSES,
    classes,
    visible,
    numbersOf: readsNumbers
      ? null
      : classes.filter(({ is_teacher }) => is_teacher).map(({ class_id }) => class_id),
  };
}

function levelsOf(classes: readonly ClassAttendanceOfDayRow[]): OverviewLevel[] {
  const titles = new Map(classes.map(({ form_level, group_title }) => [form_level, group_title]));
  return [...titles].map(([level, title]) => ({ level, title }));
}

export function listScopeClassIds({ classes }: Pick<OverviewScope, "classes">): number[] {
  return classes.map(({ class_id }) => class_id);
}

/** A level with the number of rows that a list has for it. */
export type LevelWithRowCount = OverviewLevel & { count: number };

/** Adds up the rows of a list by level, from the numbers of rows in its classes. */
export function countRowsByLevel(
  { levels, visible }: Pick<OverviewScope, "levels" | "visible">,
  counts: Iterable<readonly [classId: number, count: number]>,
): LevelWithRowCount[] {
  const levelOf = new Map(visible.map(({ class_id, form_level }) => [class_id, form_level]));
  const sums = new Map<number, number>();
  for (const [classId, count] of counts) {
    const level = levelOf.get(classId) ?? 0;
    sums.set(level, (sums.get(level) ?? 0) + count);
  }
  return levels.map((item) => ({ ...item, count: sums.get(item.level) ?? 0 }));
}

type OfClass = { class_id: number };

/** Returns a count of one for the student's class. */
export function toClassCountOfOne({ class_id }: OfClass): [classId: number, count: number] {
  return [class_id, 1];
}

export function createClassFilter(classIds: readonly number[]): (row: OfClass) => boolean {
  const ids = new Set(classIds);
  return ({ class_id }) => ids.has(class_id);
}

/** Returns text for the classes that the figures cover, such as `Whole school`, `Form 3` or `3A, 3B`. */
export function describeScope({ isAll, level, levels, classes }: OverviewScope): string {
  const title = levels.find((item) => item.level === level)?.title;
  if (isAll) return title ?? "Whole school";
  const labels = classes.map(({ label }) => label).join(", ");
  return levels.length > 1 || classes.length === 1 ? labels : `${levels[0]?.title ?? ""}: ${labels}`;
}
