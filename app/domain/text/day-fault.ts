import { formatDate } from "../dates.ts";
import { isDay } from "../paths.ts";

/** The first and the last accepted day. */
export type DayRange = { from: string; to: string };

const WRITTEN = /^\d{4}-(?:0[1-9]|1[0-2])-\d{2}$/;

/** Explains why a text is not a day of the range such as `2026-11-20`, or returns null. */
export function dayFault(text: string, { from, to }: DayRange): string | null {
  if (!WRITTEN.test(text)) return "Enter a date, like 7 September 2026";
  if (!isDay(text)) return `${formatDate(text)} does not exist; enter another date`;
  return from <= text && text <= to ? null : `Enter a date between ${formatDate(from)} and ${formatDate(to)}`;
}
