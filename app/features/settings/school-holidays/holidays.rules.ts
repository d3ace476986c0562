import { formatDate, formatLongDate } from "#domain/dates.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

/** The largest number of characters in the name of a holiday and in a reason. */
export const MAX_HOLIDAY_TITLE_LENGTH = 60;
/** The longest holiday in days. A longer one probably has a mistyped year. */
const MOST_DAYS = 120;
const DAY_MS = 86_400_000;

type Span = { from_date: string; to_date: string };

/** Returns the dates, such as `Friday 25 December 2026` or `14 Dec 2026 to 3 Jan 2027`. */
export function formatHoliday({ from_date, to_date }: Span): string {
  return from_date === to_date
    ? formatLongDate(from_date)
    : `${formatDate(from_date)} to ${formatDate(to_date)}`;
}

export function holidaysUrl(isAll: boolean): string {
  return withQuery(PATHS.schoolHolidays, { show: isAll ? "all" : null });
}

/** Returns the URL of the dialog that changes a holiday, over the same list. */
export function holidayUrl(holidayId: number, isAll: boolean): string {
  return withQuery(`${PATHS.schoolHolidays}/${holidayId}`, { show: isAll ? "all" : null });
}

export function hasAllParam(query: URLSearchParams): boolean {
  return query.get("show") === "all";
}

/** Returns a sentence about registers that had been marked before the day became a holiday. */
export function describeMarkedDays(registers: number): string {
  if (registers === 0) return "";
  const these = registers === 1 ? "1 register is" : `${registers} registers are`;
  return ` ${these} marked on these days and still ${registers === 1 ? "counts" : "count"}.`;
}

export function findLastDayFault(from: string, to: string): string | null {
  if (to < from) return "The last day is before the first day. Enter a later day.";
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days > MOST_DAYS
    ? `A holiday can have at most ${MOST_DAYS} days. Check the year of both dates.`
    : null;
}
