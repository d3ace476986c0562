import { MONTH_NAMES, formatDate, formatMonth } from "../dates.ts";
import { isCalendarDay } from "../paths.ts";

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
const BY_NUMBERS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const IN_WORDS = /^(\d{1,2})[ .-]+([a-z]{3,9})\.?,?[ .-]+(\d{4})$/i;

/** Formats that people type but files do not contain: two-digit years, spaces between numbers, no separators. */
const TYPED_BY_NUMBERS = /^(\d{1,2})(?:[ /.-]+)(\d{1,2})(?:[ /.-]+)(\d{2}|\d{4})$/;
const TYPED_IN_WORDS = /^(?:[a-z]{3,9},? +)?(\d{1,2})[ .-]*([a-z]{3,9})\.?,?[ .-]*(\d{2}|\d{4})$/i;
const TYPED_IN_FIGURES = /^(\d{2})(\d{2})(\d{2}|\d{4})$/;

/** A longer text is certainly not a date. */
const LONGEST = 40;
const CENTURY = 100;
const THIS_CENTURY = 2000;

/**
 * Parses a date as files contain it, such as `2026-11-20`, `20/11/2026` or `20 Nov 2026`, and returns it as
 * `2026-11-20`. The day comes before the month, as in Trinidad and Tobago. Returns null for any other text, including
 * dates with an ambiguous two-digit year.
 */
export function parseDay(text: string): string | null {
  const written = text.trim();
  const iso = ISO.exec(written);
  if (iso) return dayFrom(iso[1], iso[2], iso[3]);
  const numbers = BY_NUMBERS.exec(written);
  if (numbers) return dayFrom(numbers[3], numbers[2], numbers[1]);
  const words = IN_WORDS.exec(written);
  return words && dayInWords(words);
}

/**
 * Parses a date as people type it into a form: as in files, and also `7-9-26`, `7 9 2026`, `07092026` or `Monday 7
 * September 2026`. A two-digit year belongs to this century. Dates that do not exist, such as 31 June, are returned
 * too. Returns null for any other text.
 * @param lastBirth the latest possible date of birth: a two-digit year after this date belongs to the last century
 */
export function parseTypedDay(text: string, lastBirth?: string): string | null {
  const written = text.trim();
  if (written.length > LONGEST) return null;
  const known = parseDay(written);
  if (known !== null) return known;
  const numbers = TYPED_BY_NUMBERS.exec(written) ?? TYPED_IN_FIGURES.exec(written);
  if (numbers) return inCentury(dayFrom(numbers[3], numbers[2], numbers[1]), lastBirth);
  const words = TYPED_IN_WORDS.exec(written);
  const read = words && dayInWords(words);
  return read && inCentury(read, lastBirth);
}

/** Parses a typed date. Returns null when the date does not exist or the text is not a date. */
export function parseExistingDay(text: string, lastBirth?: string): string | null {
  const read = parseTypedDay(text, lastBirth);
  return isCalendarDay(read) ? read : null;
}

const TIME = /[T,\s] ?(\d{1,2})[:.](\d{2}) ?(am|pm)?$/i;
const NOON = 12;
const HOURS = 24;

/** Parses `7/9/2026 4:00 pm` or `7 Sep 2026, 16:00` and returns `2026-09-07T16:00`, or null for other texts. */
export function parseTypedMoment(text: string): string | null {
  const written = text.trim();
  const time = written.length > LONGEST ? null : TIME.exec(written);
  const day = time && parseExistingDay(written.slice(0, time.index));
  if (!day) return null;
  const [, typedHour = "", minute = "", half = ""] = time;
  const hour = half === "" ? Number(typedHour) : hourOfDay(Number(typedHour), half.toLowerCase());
  if (hour === null || hour >= HOURS || minute > "59") return null;
  return `${day}T${String(hour).padStart(2, "0")}:${minute}`;
}

function hourOfDay(hour: number, half: string): number | null {
  if (hour < 1 || hour > NOON) return null;
  return (hour % NOON) + (half === "pm" ? NOON : 0);
}

function inCentury(read: string, lastBirth: string | undefined): string {
  const [year = "", ...others] = read.split("-");
  if (year.length > 2) return read;
  const inThis = [String(THIS_CENTURY + Number(year)), ...others].join("-");
  if (lastBirth === undefined || inThis <= lastBirth) return inThis;
  return [String(THIS_CENTURY - CENTURY + Number(year)), ...others].join("-");
}

function dayInWords([, day, name = "", year]: RegExpExecArray): string | null {
  const month = monthNamed(name);
  return month === null ? null : dayFrom(year, String(month), day);
}

function dayFrom(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Finds a month's number by the first three letters, so that `Sept` and `September` both work. */
function monthNamed(name: string): number | null {
  const place = MONTH_NAMES.findIndex((month) => name.toLowerCase().startsWith(month.toLowerCase()));
  return place === -1 ? null : place + 1;
}

/**
 * The first and the last day that a field accepts. `isBirth` means that a two-digit year always refers to the past;
 * `holidays` are the names of the holidays by their days.
 */
export type DayRange = {
  from: string;
  to: string;
  isBirth?: boolean;
  holidays?: Readonly<Record<string, string>>;
};

const EXAMPLE = "Enter a date, like 7 September 2026";
const MONTHS = 12;
const LONGEST_MONTH = 31;

/** Explains why a text is not a date such as `2026-11-20` within the range. Returns null when it is. */
export function findDayFault(text: string, { from, to }: DayRange): string | null {
  if (!isCalendarDay(text)) return `${describeNonexistentDay(text)}${EXAMPLE}`;
  return from <= text && text <= to ? null : `Enter a date between ${formatDate(from)} and ${formatDate(to)}`;
}

/** Explains that a typed date, such as 31 June, does not exist. Returns "" for a text that is not a date. */
export function describeNonexistentDay(text: string): string {
  const [year = "", month = "", day = ""] = parseTypedDay(text)?.split("-") ?? [];
  if (day === "" || isCalendarDay([year, month, day].join("-"))) return "";
  if (Number(month) > MONTHS) return `There is no month ${Number(month)}. `;
  if (Number(month) === 0 || Number(day) === 0 || Number(day) > LONGEST_MONTH) return "";
  const named = formatMonth(`2000-${month}`).split(" ")[0];
  const isLeapDay = Number(month) === 2 && Number(day) === 29;
  return `There is no ${Number(day)} ${named}${isLeapDay ? ` ${year}` : ""}. `;
}
