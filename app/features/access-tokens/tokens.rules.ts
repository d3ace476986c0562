import { addDays } from "#domain/dates.ts";

export const LONGEST_NAME = 60;
/** A token that everybody has forgotten ends by itself. */
const MOST_DAYS = 366;
const USUAL_DAYS = 90;

export type LastDays = { usual: string; first: string; last: string };

/** Returns the first and the last possible last day of a new token, and the day that the form proposes. */
export function lastDaysFrom(today: string): LastDays {
  return { usual: addDays(today, USUAL_DAYS), first: today, last: addDays(today, MOST_DAYS) };
}

/** Returns what is wrong with the last day of a new token, or null. */
export function lastDayFault(day: string, { first, last }: LastDays): string | null {
  if (day < first) return "This day is in the past. Enter today or a later day.";
  return day > last ? "A token lasts a year at most. Enter an earlier day." : null;
}
