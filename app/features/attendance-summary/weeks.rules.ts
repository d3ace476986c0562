import { formatShortDay } from "#domain/daily/day-words.ts";
import { addDays, mondayOf, weekdayOf } from "#domain/dates.ts";

/** A week from Monday; `words` is the date on which the week begins. */
export type SchoolWeek = { from: string; words: string; days: string[] };

/** The column headings of a week. A week without a weekend uses only the first five. */
export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const SCHOOL_WEEK = 5;
const WHOLE_WEEK = 7;

/** Lists the weeks of a range of dates. Saturday and Sunday are included if any of the days falls on a weekend. */
export function listSchoolWeeks(days: readonly string[], span: { from: string; to: string }): SchoolWeek[] {
  const length = days.some((day) => placeInWeek(day) >= SCHOOL_WEEK) ? WHOLE_WEEK : SCHOOL_WEEK;
  const weeks: SchoolWeek[] = [];
  for (let from = mondayOf(span.from); from <= span.to; from = addDays(from, WHOLE_WEEK)) {
    weeks.push({
      from,
      words: formatShortDay(from).slice(4),
      days: Array.from({ length }, (_, index) => addDays(from, index)),
    });
  }
  return weeks;
}

/** Returns the index of a day in its week; Monday is 0. */
function placeInWeek(day: string): number {
  return (weekdayOf(day) + WHOLE_WEEK - 1) % WHOLE_WEEK;
}
