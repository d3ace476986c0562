import { addDays } from "#domain/dates.ts";

export const LONGEST_NAME = 60;
/** A token that nobody remembers ends by itself. */
const MOST_DAYS = 366;
const USUAL_DAYS = 90;

export type LastDays = { usual: string; first: string; last: string };

/** Between which days the last day of a new token lies, and which one is proposed. */
export function lastDaysFrom(today: string): LastDays {
  return { usual: addDays(today, USUAL_DAYS), first: today, last: addDays(today, MOST_DAYS) };
}

/** What is wrong with the last day of a new token, or null. */
export function lastDayFault(day: string, { first, last }: LastDays): string | null {
  if (day < first) return "This day is over. Enter today or a later day.";
  return day > last ? "A token lasts a year at most. Enter an earlier day." : null;
}
