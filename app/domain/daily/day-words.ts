import { formatDate, weekdayOf } from "../dates.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `Friday`, of `2026-06-26`. */
export function weekdayName(day: string): string {
  return WEEKDAYS[weekdayOf(day)] ?? "";
}

/** `Fri 26 Jun 2026`. */
export function dayWords(day: string): string {
  return `${weekdayName(day).slice(0, 3)} ${formatDate(day)}`;
}

/** `Fri 26 Jun`, where the year is known. */
export function shortDay(day: string): string {
  return dayWords(day).slice(0, -5);
}
