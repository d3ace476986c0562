import { formatDate, weekdayOf } from "../dates.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function weekdayName(day: string): string {
  return WEEKDAYS[weekdayOf(day)] ?? "";
}

export function formatDay(day: string): string {
  return `${weekdayName(day).slice(0, 3)} ${formatDate(day)}`;
}

/** Formats a date as `Fri 26 Jun`, for places that show the year elsewhere. */
export function formatShortDay(day: string): string {
  return formatDay(day).slice(0, -5);
}
