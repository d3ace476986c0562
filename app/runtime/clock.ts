import { toCalendarDay } from "#domain/dates.ts";

/** Returns the current time. All other code calls this function, so that tests can set the time. */
export function now(): Date {
  return new Date();
}

/** Returns today's date at the school, such as `2026-11-20`. After 20:00 in Trinidad, UTC has the next date. */
export function today(timeZone: string): string {
  return toCalendarDay(now(), timeZone);
}
