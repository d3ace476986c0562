import { addDays } from "#domain/dates.ts";

export const MAX_TOKEN_NAME_LENGTH = 60;
/** The longest time until a token expires, so that a forgotten token does not stay valid for ever. */
const MOST_DAYS = 366;
const USUAL_DAYS = 90;

export type ExpiryDateRange = { usual: string; first: string; last: string };

/** Returns the earliest and latest expiry dates that a new token may have, and the date that the form suggests. */
export function expiryDateRange(today: string): ExpiryDateRange {
  return { usual: addDays(today, USUAL_DAYS), first: today, last: addDays(today, MOST_DAYS) };
}

/** Returns the error message for a token's expiry date, or null if the date is allowed. */
export function findExpiryDateError(day: string, { first, last }: ExpiryDateRange): string | null {
  if (day < first) return "This day is in the past. Enter today or a later day.";
  return day > last ? "A token can last for at most one year. Enter an earlier day." : null;
}
