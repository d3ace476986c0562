import { formatDay } from "#domain/daily/day-words.ts";
import {
  findClosure,
  latestSchoolDay,
  findAdjacentSchoolDays,
  type CalendarWithToday,
  type SchoolCalendar,
} from "#domain/daily/school-days.ts";
import type { DayChoice } from "../summary.ts";

/** Returns the requested day unless it is in the future. The default is the last school day up to today. */
export function chooseShownDay(requestedDay: string | null, now: CalendarWithToday): string {
  return requestedDay !== null && requestedDay <= now.today ? requestedDay : latestSchoolDay(now);
}

export function toDayChoice(day: string, now: CalendarWithToday): DayChoice {
  return { day, today: now.today, words: formatDay(day), ...findAdjacentSchoolDays(day, now) };
}

/** Returns why there was no school; null on a school day. */
export function describeClosure(day: string, calendar: SchoolCalendar): string | null {
  const closing = findClosure(day, calendar);
  if (closing === null) return null;
  if (closing.why === "holiday") return closing.title;
  return closing.why === "weekend" ? "This day falls on a weekend." : "This day is outside the school terms.";
}
