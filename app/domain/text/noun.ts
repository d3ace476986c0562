import { addDays, formatClockTime, toCalendarDay, formatDateAndTime } from "../dates.ts";

export function pluralise(count: number, one: string): string {
  return count === 1 ? one : `${one}s`;
}

/** Formats a count with its noun: `3 students`, `1,204 students`. */
export function formatCountOf(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${pluralise(count, one)}`;
}

export function formatClassCount(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "class" : "classes"}`;
}

/** Formats a past moment briefly, such as `today 10:20`. */
export function formatRecentMoment(
  moment: string,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const [day, today] = [toCalendarDay(moment, timeZone), toCalendarDay(now, timeZone)];
  if (day === today) return `today ${formatClockTime(moment, timeZone)}`;
  if (day === addDays(today, -1)) return `yesterday ${formatClockTime(moment, timeZone)}`;
  return formatDateAndTime(moment, timeZone);
}

type Values = Readonly<Record<string, unknown>> | null;
type MarkChange = { title: string | null; old_values: Values; new_values: Values };

/**
 * Formats a change of a mark, `Mathematics 61 to 64`, or a first entry, `Mathematics`. Returns null for other
 * changes.
 */
export function formatMarkChange({
  title,
  old_values: before,
  new_values: after,
}: MarkChange): string | null {
  const [was, is] = [before?.["mark"], after?.["mark"]];
  if (title === null) return null;
  return typeof was === "number" && typeof is === "number" ? `${title} ${was} to ${is}` : title;
}

/** Matches numbers such as `2.01902E+11`. Excel shows and saves a number in this form when the column is too narrow. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+\d{1,3}$/i;

/** Explains that Excel has shortened a number, so that its last digits are lost. Returns null for any other text. */
export function findExcelShortenedNumberFault(text: string): string | null {
  return SHORTENED.test(text.trim())
    ? "Excel shortened this number: format the column as text, and enter the number in full"
    : null;
}

const KB = 1024;

/** Formats a file size, such as `412 KB` or `2.4 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KB));
  return kilobytes < KB ? `${kilobytes} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}
