import { formatDate, longDate } from "#domain/dates.ts";
import { PATHS, withQuery } from "#domain/paths.ts";

export type ListedHoliday = { id: number; title: string; days: string };

export type OpenedDay = { id: number; day: string; reason: string };

export type SchoolHolidays = {
  /** Also those of years that are over. */
  isAll: boolean;
  holidays: ListedHoliday[];
  opened: OpenedDay[];
};

/** The longest name of a holiday, and of a reason. */
export const LONGEST_TITLE = 60;
/** A holiday of more days is a year that was mistyped. */
export const MOST_DAYS = 120;

type Span = { from_date: string; to_date: string };

/** `Friday 25 December 2026`, or `14 Dec 2026 to 3 Jan 2027`. */
export function spanWords({ from_date, to_date }: Span): string {
  return from_date === to_date ? longDate(from_date) : `${formatDate(from_date)} to ${formatDate(to_date)}`;
}

export function holidaysUrl(isAll: boolean): string {
  return withQuery(PATHS.schoolHolidays, { show: isAll ? "all" : null });
}

/** The dialog that changes a holiday, over the same list. */
export function holidayUrl(holidayId: number, isAll: boolean): string {
  return withQuery(`${PATHS.schoolHolidays}/${holidayId}`, { show: isAll ? "all" : null });
}

export function isAllIn(query: URLSearchParams): boolean {
  return query.get("show") === "all";
}

/** Registers of these days stay what they are. */
export function markedWords(registers: number): string {
  if (registers === 0) return "";
  const these = registers === 1 ? "1 register is" : `${registers} registers are`;
  return ` ${these} marked on these days and still ${registers === 1 ? "counts" : "count"}.`;
}
