import { formatDate, formatMonth } from "../dates.ts";
import { isDay } from "../paths.ts";
import { readTypedDay } from "./read-day.ts";

/** The first and the last accepted day. Two figures of a birth's year are the past. */
export type DayRange = { from: string; to: string; isBirth?: boolean };

const EXAMPLE = "Enter a date, like 7 September 2026";
const MONTHS = 12;
const LONGEST_MONTH = 31;

/** Explains why a text is not a day of the range such as `2026-11-20`, or returns null. */
export function dayFault(text: string, { from, to }: DayRange): string | null {
  if (!isDay(text)) return `${missingDay(text)}${EXAMPLE}`;
  return from <= text && text <= to ? null : `Enter a date between ${formatDate(from)} and ${formatDate(to)}`;
}

/** Says of a text in the form of a date which day does not exist; empty for any other text. */
export function missingDay(text: string): string {
  const [year = "", month = "", day = ""] = readTypedDay(text)?.split("-") ?? [];
  if (day === "" || isDay([year, month, day].join("-"))) return "";
  if (Number(month) > MONTHS) return `There is no month ${Number(month)}. `;
  if (Number(month) === 0 || Number(day) === 0 || Number(day) > LONGEST_MONTH) return "";
  const named = formatMonth(`2000-${month}`).split(" ")[0];
  const isLeapDay = Number(month) === 2 && Number(day) === 29;
  return `There is no ${Number(day)} ${named}${isLeapDay ? ` ${year}` : ""}. `;
}
