import { dayOf } from "#domain/dates.ts";

/** The only place that asks what time it is. */
export function now(): Date {
  return new Date();
}

/** The school's calendar day, as `2026-11-20`: after 20:00 in Port of Spain the server may already be in tomorrow. */
export function today(timeZone: string): string {
  return dayOf(now(), timeZone);
}
