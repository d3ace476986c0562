import { toCalendarDay } from "#domain/dates.ts";

/** Returns the current time; no other code asks for it. */
export function now(): Date {
  return new Date();
}

/** Returns the school's day, such as `2026-11-20`: after 20:00 in Port of Spain the server may be in tomorrow. */
export function today(timeZone: string): string {
  return toCalendarDay(now(), timeZone);
}
