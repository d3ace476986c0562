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

/** `2026-11-20` on paper and on screen: `20 Nov 2026` (design section 8). */
export function formatDate(isoDate: string): string {
  const [year = "", month = "", day = ""] = isoDate.split("-");
  return `${Number(day)} ${MONTH_NAMES[Number(month) - 1]} ${year}`;
}

/** `8 Sep to 12 Dec 2025`: the first day has its year only where it is another one. */
export function formatSpan(from: string, to: string): string {
  const first = formatDate(from);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isOneYear ? first.slice(0, first.lastIndexOf(" ")) : first} to ${formatDate(to)}`;
}

/** Days are counted in UTC, where every day has 24 hours. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day some years before; of 29 February in a shorter year, 1 March. */
export function yearsBefore(day: string, years: number): string {
  const date = new Date(day);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

/** Whole years from a day to another, such as an age; who was born on 29 February is a year older on 1 March. */
export function wholeYears(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

/** `Friday 26 June 2026`, of a calendar day that has no time zone any more. */
export function longDate(isoDate: string): string {
  fullDay ??= new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
  return fullDay.format(new Date(`${isoDate}T00:00:00Z`)).replace(",", "");
}

let fullDay: Intl.DateTimeFormat | undefined;

/** `2025-09`, of `2025-09-15`. */
export function monthOf(day: string): string {
  return day.slice(0, "2025-09".length);
}

/** `September 2025`, of `2025-09`. */
export function monthWords(month: string): string {
  return longDate(`${month}-01`).split(" ").slice(2).join(" ");
}

/** A moment as the school's clock shows it: `10:41`. */
export function clockTime(moment: string | Date, timeZone: string): string {
  return dayAndTime(moment, timeZone)[1];
}

/** `10:51:02`, where seconds matter. */
export function clockSeconds(moment: string | Date, timeZone: string): string {
  const options = { timeStyle: "medium", timeZone } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(new Date(moment));
}

/** `26 Jun 2026, 10:41` in the school's time zone. */
export function formatMoment(moment: string | Date, timeZone: string): string {
  const [day, time] = dayAndTime(moment, timeZone);
  return `${formatDate(day)}, ${time}`;
}

/** The calendar day in that time zone, as `2026-11-20`. */
export function dayOf(moment: string | Date, timeZone: string): string {
  return dayAndTime(moment, timeZone)[0];
}

/** `2026-06-26` and `10:41`. */
function dayAndTime(moment: string | Date, timeZone: string): [day: string, time: string] {
  const [day = "", time = ""] = formatterOf(timeZone).format(new Date(moment)).split(" ");
  return [day, time];
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One a time zone: making a formatter takes a hundred times as long as using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  // Sweden writes dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  formatters.set(timeZone, made);
  return made;
}

/** Until when: `10:41` of the school's day that it is now, `tomorrow, 10:41`, else `26 Jun 2026, 10:41`. */
export function formatUntil(
  moment: string | Date,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const [day, time] = dayAndTime(moment, timeZone);
  const today = dayOf(now, timeZone);
  if (day === today) return time;
  return `${day === addDays(today, 1) ? "tomorrow" : formatDate(day)}, ${time}`;
}

/** `at 10:41` of the school's day that it is now, else `on 26 Jun 2026, 10:41`. */
export function formatWhen(
  moment: string | Date,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const [day, time] = dayAndTime(moment, timeZone);
  return day === dayOf(now, timeZone) ? `at ${time}` : `on ${formatDate(day)}, ${time}`;
}
