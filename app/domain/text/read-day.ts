import { MONTH_NAMES, formatDate } from "../dates.ts";
import { isDay } from "../paths.ts";

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
const BY_NUMBERS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const IN_WORDS = /^(\d{1,2})[ .-]+([a-z]{3,9})\.?,?[ .-]+(\d{4})$/i;

/**
 * Reads a day in the forms of files, `2026-11-20`, `20/11/2026` or `20 Nov 2026`, and returns the first form. In
 * Trinidad and Tobago the day comes before the month. Returns null for other texts, such as a year of two digits,
 * which is ambiguous.
 */
export function readDay(text: string): string | null {
  const written = text.trim();
  const iso = ISO.exec(written);
  if (iso) return dayFrom(iso[1], iso[2], iso[3]);
  const numbers = BY_NUMBERS.exec(written);
  if (numbers) return dayFrom(numbers[3], numbers[2], numbers[1]);
  const words = IN_WORDS.exec(written);
  if (!words) return null;
  const month = monthNamed(words[2] ?? "");
  return month === null ? null : dayFrom(words[3], String(month), words[1]);
}

function dayFrom(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Finds a month by its first three letters: `Sept` and `September` are the same. */
function monthNamed(name: string): number | null {
  const place = MONTH_NAMES.findIndex((month) => name.toLowerCase().startsWith(month.toLowerCase()));
  return place === -1 ? null : place + 1;
}

/** The first and the last accepted day. */
export type DayRange = { from: string; to: string };

const WRITTEN = /^\d{4}-(?:0[1-9]|1[0-2])-\d{2}$/;

/** Explains why a text is not a day of the range such as `2026-11-20`, or returns null. */
export function dayFault(text: string, { from, to }: DayRange): string | null {
  if (!WRITTEN.test(text)) return "Enter a date, like 7 September 2026";
  if (!isDay(text)) return `${formatDate(text)} does not exist; enter another date`;
  return from <= text && text <= to ? null : `Enter a date between ${formatDate(from)} and ${formatDate(to)}`;
}
