import { findClosure, isSchoolDay, type SchoolCalendar } from "#domain/daily/school-days.ts";
import { addDays, formatDate, formatLongDate, mondayOf } from "#domain/dates.ts";
import { formatCountOf } from "#domain/text/noun.ts";

export type FirstAndLastDayOfTerm = { from: string; to: string };

/** A date of an earlier term in the new calendar. `note` says why the week or weekday is different. */
export type DateMovedToTerm = { day: string; note: string | null };

const DAY_MS = 86_400_000;

/**
 * Moves a date to the same week and weekday of another term; week 1 is the week in which the term begins. If there is
 * no school on that day, returns the next school day of the term or, if there is none, the last school day. A date
 * after the end of the term is returned unchanged, and refused later.
 */
export function moveDateToTerm(
  day: string,
  terms: { from: FirstAndLastDayOfTerm; to: FirstAndLastDayOfTerm },
  calendar: SchoolCalendar,
): DateMovedToTerm {
  const { from, to } = terms;
  const planned = addDays(mondayOf(to.from), daysBetween(mondayOf(from.from), day));
  if (planned > to.to || isSchoolDay(planned, calendar)) return { day: planned, note: null };
  const moved = schoolDayAfter(planned, to, calendar) ?? schoolDayBefore(planned, to, calendar);
  if (moved === null) return { day: planned, note: null };
  const days = daysBetween(planned, moved);
  const shift = days > 0 ? `${formatCountOf(days, "day")} later` : `${formatCountOf(-days, "day")} earlier`;
  const isBefore = planned < to.from;
  return {
    day: moved,
    note: `${shift}: ${isBefore ? `the term begins on ${shortDate(to.from)}` : describeDayOff(planned, calendar)}`,
  };
}

/**
 * Returns why there is no school on a day of a term, such as `14 Oct is Sports Day`. The result is empty for a school
 * day.
 */
export function describeDayOff(day: string, calendar: SchoolCalendar): string {
  const closure = findClosure(day, calendar);
  if (closure === null) return "";
  if (closure.why === "holiday") return `${shortDate(day)} is ${closure.title}`;
  const [weekday] = formatLongDate(day).split(" ");
  return closure.why === "weekend"
    ? `${shortDate(day)} is a ${weekday}`
    : `${shortDate(day)} is outside the term`;
}

function schoolDayAfter(day: string, { to }: FirstAndLastDayOfTerm, calendar: SchoolCalendar): string | null {
  for (let next = addDays(day, 1); next <= to; next = addDays(next, 1)) {
    if (isSchoolDay(next, calendar)) return next;
  }
  return null;
}

function schoolDayBefore(
  day: string,
  { from }: FirstAndLastDayOfTerm,
  calendar: SchoolCalendar,
): string | null {
  for (let before = addDays(day, -1); before >= from; before = addDays(before, -1)) {
    if (isSchoolDay(before, calendar)) return before;
  }
  return null;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Formats a date without its year, such as `14 Oct`. */
function shortDate(day: string): string {
  return formatDate(day).split(" ").slice(0, 2).join(" ");
}
