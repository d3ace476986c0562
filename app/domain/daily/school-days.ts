import { addDays, weekdayOf } from "../dates.ts";

export type SchoolCalendar = {
  /** The terms in chronological order. */
  terms: readonly CalendarTermSpan[];
  holidays: readonly Holiday[];
  /** Weekends and holidays on which the school is open anyway. */
  opened: readonly string[];
};

export type CalendarTermSpan = { academic_term_id: number; term_start: string; term_end: string };
export type Holiday = { title: string; from_date: string; to_date: string };

export type SchoolClosure = { why: "outside" } | { why: "weekend" } | { why: "holiday"; title: string };

const SUNDAY = 0;
const SATURDAY = 6;

export function isSchoolDay(day: string, calendar: SchoolCalendar): boolean {
  return findClosure(day, calendar) === null;
}

/** Returns why the school is closed, or null for a school day. Weekends and holidays can be opened within a term. */
export function findClosure(day: string, calendar: SchoolCalendar): SchoolClosure | null {
  if (!findTermOn(day, calendar)) return { why: "outside" };
  if (calendar.opened.includes(day)) return null;
  const holiday = calendar.holidays.find(({ from_date, to_date }) => from_date <= day && day <= to_date);
  if (holiday) return { why: "holiday", title: holiday.title };
  return isWeekend(day) ? { why: "weekend" } : null;
}

export function isWeekend(day: string): boolean {
  return [SUNDAY, SATURDAY].includes(weekdayOf(day));
}

export function findTermOn(day: string, { terms }: SchoolCalendar): CalendarTermSpan | null {
  return terms.find(({ term_start, term_end }) => term_start <= day && day <= term_end) ?? null;
}

export function previousSchoolDay(day: string, calendar: SchoolCalendar): string | null {
  const ended = calendar.terms.filter(({ term_start }) => term_start < day).toReversed();
  for (const { term_start, term_end } of ended) {
    const from = term_end < day ? term_end : addDays(day, -1);
    for (let before = from; before >= term_start; before = addDays(before, -1)) {
      if (isSchoolDay(before, calendar)) return before;
    }
  }
  return null;
}

export function nextSchoolDay(day: string, calendar: SchoolCalendar): string | null {
  for (const { term_start, term_end } of calendar.terms.filter((term) => term.term_end > day)) {
    const [next] = listSchoolDays(
      { from: term_start > day ? term_start : addDays(day, 1), to: term_end },
      calendar,
    );
    if (next) return next;
  }
  return null;
}

export type CalendarWithToday = { calendar: SchoolCalendar; today: string };

/** Returns today, or the last school day before today. Before the first term the result is always today. */
export function latestSchoolDay({ calendar, today }: CalendarWithToday): string {
  return isSchoolDay(today, calendar) ? today : (previousSchoolDay(today, calendar) ?? today);
}

/** Returns the school days before and after a day. Each is null if there is none or if it lies in the future. */
export function findAdjacentSchoolDays(day: string, { calendar, today }: CalendarWithToday) {
  const next = nextSchoolDay(day, calendar);
  return {
    previous: previousSchoolDay(day, calendar),
    next: next !== null && next <= today ? next : null,
  };
}

/** Lists the school days from one day to another, both included, oldest first. */
export function listSchoolDays(
  { from, to }: { from: string; to: string },
  calendar: SchoolCalendar,
): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isSchoolDay(day, calendar)) days.push(day);
  }
  return days;
}

/** Returns the names of the holidays by their days, for the holidays on which the school is not opened. */
export function listHolidays(
  { from, to }: { from: string; to: string },
  calendar: SchoolCalendar,
): Record<string, string> {
  const days: Record<string, string> = {};
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const closure = findClosure(day, calendar);
    if (closure?.why === "holiday") days[day] = closure.title;
  }
  return days;
}
