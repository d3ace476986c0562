import { shortDay } from "#domain/daily/day-words.ts";
import { addDays, weekdayOf } from "#domain/dates.ts";

/** From Monday, by which day of the month it begins. */
export type Week = { from: string; words: string; days: string[] };

/** The heads of a week's days, as many as it has. */
export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const SCHOOL_WEEK = 5;
const WHOLE_WEEK = 7;

/** The weeks of a span of days; with Saturday and Sunday where one of the days that matter is. */
export function weeksWith(days: readonly string[], span: { from: string; to: string }): Week[] {
  const length = days.some((day) => placeInWeek(day) >= SCHOOL_WEEK) ? WHOLE_WEEK : SCHOOL_WEEK;
  const weeks: Week[] = [];
  for (
    let from = addDays(span.from, -placeInWeek(span.from));
    from <= span.to;
    from = addDays(from, WHOLE_WEEK)
  ) {
    weeks.push({
      from,
      words: shortDay(from).slice(4),
      days: Array.from({ length }, (_, place) => addDays(from, place)),
    });
  }
  return weeks;
}

/** Monday is 0. */
function placeInWeek(day: string): number {
  return (weekdayOf(day) + WHOLE_WEEK - 1) % WHOLE_WEEK;
}
