import { addDays, weekdayOf } from "../dates.ts";
import type { Holiday } from "../daily/school-days.ts";

const MONDAY = 1;
const FRIDAY = 5;

export function firstMonday(onOrAfter: string): string {
  return addDays(onOrAfter, (MONDAY - weekdayOf(onOrAfter) + 7) % 7);
}

export function firstFriday(onOrAfter: string): string {
  return addDays(onOrAfter, (FRIDAY - weekdayOf(onOrAfter) + 7) % 7);
}

/** Lists the days from one date to another that are neither weekends nor public holidays. */
export function listWorkingDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (isSchoolDay(day)) days.push(day);
  }
  return days;
}

export function lastWorkingDay(onOrBefore: string): string {
  return isSchoolDay(onOrBefore) ? onOrBefore : lastWorkingDay(addDays(onOrBefore, -1));
}

function isSchoolDay(day: string): boolean {
  const weekday = weekdayOf(day);
  const isHoliday = listHolidaysOfYear(Number(day.slice(0, 4))).some(
    ({ from_date, to_date }) => from_date <= day && day <= to_date,
  );
  return weekday >= MONDAY && weekday <= FRIDAY && !isHoliday;
}

/** The holidays with a fixed date. Divali and Eid are missing because their dates depend on the moon. */
const FIXED_HOLIDAYS = [
  { title: "Spiritual Baptist Liberation Day", on: "03-30" },
  { title: "Indian Arrival Day", on: "05-30" },
  { title: "Labour Day", on: "06-19" },
  { title: "Republic Day", on: "09-24" },
];

/** The holidays whose dates depend on Easter, as numbers of days from Easter Sunday. */
const MOVING_HOLIDAYS = [
  { title: "Carnival", from: -48, to: -47 },
  { title: "Good Friday", from: -2, to: -2 },
  { title: "Easter Monday", from: 1, to: 1 },
  { title: "Corpus Christi", from: 60, to: 60 },
];

export function listHolidaysOfYear(year: number): Holiday[] {
  const known = holidays.get(year);
  if (known) return known;
  const easter = easterOf(year);
  const made = [
    ...FIXED_HOLIDAYS.map(({ title, on }) => ({
      title,
      from_date: `${year}-${on}`,
      to_date: `${year}-${on}`,
    })),
    ...MOVING_HOLIDAYS.map(({ title, from, to }) => ({
      title,
      from_date: addDays(easter, from),
      to_date: addDays(easter, to),
    })),
  ];
  holidays.set(year, made);
  return made;
}

/** Lists the holidays with at least one day between these dates, in chronological order. */
export function listHolidaysBetween(first: string, last: string): Holiday[] {
  const years = new Set([first, last].map((day) => Number(day.slice(0, 4))));
  return [...years]
    .flatMap(listHolidaysOfYear)
    .filter(({ from_date, to_date }) => to_date >= first && from_date <= last)
    .toSorted((one, other) => one.from_date.localeCompare(other.from_date));
}

const holidays = new Map<number, Holiday[]>();

/** Calculates the date of Easter Sunday with the Gregorian algorithm of Meeus. */
function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)).toISOString().slice(0, 10);
}
