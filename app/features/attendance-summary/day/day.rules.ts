import { formatDay } from "#domain/daily/day-words.ts";
import {
  findClosure,
  lastSchoolDay,
  schoolDaysBeside,
  type CalendarNow,
  type SchoolCalendar,
} from "#domain/daily/school-days.ts";
import type { DayChoice } from "../summary.ts";

/** Returns the requested day unless it is in the future; otherwise today, or the last school day if today is none. */
export function dayShown(input: string | null, now: CalendarNow): string {
  return input !== null && input <= now.today ? input : lastSchoolDay(now);
}

export function choiceOf(day: string, now: CalendarNow): DayChoice {
  return { day, today: now.today, words: formatDay(day), ...schoolDaysBeside(day, now) };
}

/** Returns why there was no school; null on a school day. */
export function describeClosure(day: string, calendar: SchoolCalendar): string | null {
  const closing = findClosure(day, calendar);
  if (closing === null) return null;
  if (closing.why === "holiday") return closing.title;
  return closing.why === "weekend" ? "This day falls on a weekend." : "This day is outside the school terms.";
}
