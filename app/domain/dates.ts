export const MONTH_NAMES = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];
const DAY_MS = 86_400_000;

/** Every school is in Trinidad and Tobago. Code that has read the school's row uses the time zone of that row. */
export const SCHOOL_TIME_ZONE = "America/Port_of_Spain";

/** Formats `2026-11-20` as `20 Nov 2026`. */
export function formatDate(isoDate: string): string {
  const [year = "", month = "", day = ""] = isoDate.split("-");
  return `${Number(day)} ${MONTH_NAMES[Number(month) - 1]} ${year}`;
}

/** Formats a range such as `8 Sep to 12 Dec 2025`. The first day has a year only if the two years differ. */
export function formatDateRange(from: string, to: string): string {
  const first = formatDate(from);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isOneYear ? first.slice(0, first.lastIndexOf(" ")) : first} to ${formatDate(to)}`;
}

/** Adds days to a date. The calculation uses UTC, in which every day has 24 hours. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the Monday of a date's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** Returns the same date some years earlier. For 29 February this may be 1 March. */
export function subtractYears(day: string, years: number): string {
  const date = new Date(day);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

/** Counts whole years, such as an age. A person born on 29 February becomes a year older on 1 March. */
export function countWholeYears(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** Returns the number of the weekday, from 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

/** Formats a date such as `Friday 26 June 2026`. UTC is used because a calendar day has no time zone. */
export function formatLongDate(isoDate: string): string {
  fullDay ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
  return fullDay.format(new Date(`${isoDate}T00:00:00Z`)).replace(",", "");
}

let fullDay: Intl.DateTimeFormat | undefined;

/** Returns the month of a date: `2025-09` for `2025-09-15`. */
export function toMonth(day: string): string {
  return day.slice(0, "2025-09".length);
}

/** Formats `2025-09` as `September 2025`. */
export function formatMonth(month: string): string {
  return formatLongDate(`${month}-01`).split(" ").slice(2).join(" ");
}

/** Formats the time of a moment in the school's time zone: `10:41`. */
export function formatClockTime(moment: string | Date, timeZone: string): string {
  return dayAndTime(moment, timeZone)[1];
}

/** Formats the time of a moment with its seconds: `10:51:02`. */
export function formatClockSeconds(moment: string | Date, timeZone: string): string {
  const options = { timeStyle: "medium", timeZone } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(new Date(moment));
}

/** Formats a time as `26 Jun 2026, 10:41` in the school's time zone. */
export function formatDateAndTime(moment: string | Date, timeZone: string): string {
  const [day, time] = dayAndTime(moment, timeZone);
  return `${formatDate(day)}, ${time}`;
}

/** Returns the calendar day of a moment in the given time zone, such as `2026-11-20`. */
export function toCalendarDay(moment: string | Date, timeZone: string): string {
  return dayAndTime(moment, timeZone)[0];
}

/** Returns the day and the time of a moment in the given time zone, such as `2026-06-26` and `10:41`. */
function dayAndTime(moment: string | Date, timeZone: string): [day: string, time: string] {
  const [day = "", time = ""] = formatterOf(timeZone).format(new Date(moment)).split(" ");
  return [day, time];
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Caches one formatter for each time zone, because creating one takes a hundred times as long as using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  // The Swedish locale is used because its dates have the format of ISO 8601.
  const made = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  formatters.set(timeZone, made);
  return made;
}

/** Formats the moment at which something ends: `10:41` today, `tomorrow, 10:41`, or otherwise `26 Jun 2026, 10:41`. */
export function formatEndTime(
  moment: string | Date,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const [day, time] = dayAndTime(moment, timeZone);
  const today = toCalendarDay(now, timeZone);
  if (day === today) return time;
  return `${day === addDays(today, 1) ? "tomorrow" : formatDate(day)}, ${time}`;
}

/** Formats a moment for a sentence: `at 10:41` today, otherwise `on 26 Jun 2026, 10:41`. */
export function formatTimeOrDateAndTime(
  moment: string | Date,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const [day, time] = dayAndTime(moment, timeZone);
  return day === toCalendarDay(now, timeZone) ? `at ${time}` : `on ${formatDate(day)}, ${time}`;
}
