import { noTransaction } from "#db/index.ts";
import { schoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import {
  holidaysFrom,
  holidayWith,
  openedDaysFrom,
  type HolidayRow,
} from "#db/queries/attendance/school-days.ts";
import { longDate } from "#domain/dates.ts";
import { notFound } from "#runtime/errors.ts";
import { isAllIn, spanWords, type SchoolHolidays } from "./holidays.rules.ts";

const FIRST_DAY = "1950-01-01";

/** From the beginning of the term on in which it is today, or all there ever were. */
export async function readHolidays(query: URLSearchParams): Promise<SchoolHolidays> {
  const isAll = isAllIn(query);
  const from = isAll ? FIRST_DAY : await termBegan();
  const [holidays, opened] = await Promise.all([
    holidaysFrom(from, noTransaction),
    openedDaysFrom(from, noTransaction),
  ]);
  return {
    isAll,
    holidays: holidays.map((holiday) => ({
      id: holiday.school_holiday_id,
      title: holiday.title,
      days: spanWords(holiday),
    })),
    opened: opened.map(({ opened_day_id: id, day, reason }) => ({ id, day: longDate(day), reason })),
  };
}

/** @throws notFound */
export async function readHoliday(holidayId: number): Promise<HolidayRow> {
  const found = await holidayWith(holidayId, noTransaction);
  if (!found) throw notFound("There is no such holiday.");
  return found;
}

async function termBegan(): Promise<string> {
  const { terms, today } = await schoolCalendar(noTransaction);
  return terms.findLast(({ term_start }) => term_start <= today)?.term_start ?? FIRST_DAY;
}
