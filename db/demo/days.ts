/** Days as `2026-11-20`, counted in UTC, where every day has 24 hours. */
const DAY_MS = 86_400_000;
const MONDAY = 1;
const FRIDAY = 5;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function firstMonday(onOrAfter: string): string {
  return addDays(onOrAfter, (MONDAY - weekdayOf(onOrAfter) + 7) % 7);
}

export function firstFriday(onOrAfter: string): string {
  return addDays(onOrAfter, (FRIDAY - weekdayOf(onOrAfter) + 7) % 7);
}

/** Weekdays that are no public holiday, both ends included. */
export function schoolDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (isSchoolDay(day)) days.push(day);
  }
  return days;
}

export function lastSchoolDay(onOrBefore: string): string {
  return isSchoolDay(onOrBefore) ? onOrBefore : lastSchoolDay(addDays(onOrBefore, -1));
}

function isSchoolDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday >= MONDAY && weekday <= FRIDAY && !isHoliday(day);
}

function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

/** Spiritual Baptist, Indian Arrival, Labour and Republic Day; Divali and Eid follow the moon and are left out. */
const FIXED_HOLIDAYS = ["03-30", "05-30", "06-19", "09-24"];
/** Carnival Monday and Tuesday, Good Friday, Easter Monday and Corpus Christi, in days after Easter. */
const MOVING_HOLIDAYS = [-48, -47, -2, 1, 60];

function isHoliday(day: string): boolean {
  const easter = easterOf(Number(day.slice(0, 4)));
  return (
    FIXED_HOLIDAYS.includes(day.slice(5)) || MOVING_HOLIDAYS.some((after) => addDays(easter, after) === day)
  );
}

/** The Gregorian computus as Meeus gives it. */
function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)).toISOString().slice(0, 10);
}
