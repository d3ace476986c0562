import { canReadAllClasses } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { listTotalsByDay } from "#db/queries/attendance/summary.ts";
import { formatClockTime } from "#domain/dates.ts";
import { findTermOn, type CalendarTermSpan } from "#domain/daily/school-days.ts";
import { termTitle } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { cachedTrendChart } from "./drawings.server.ts";
import { attendanceSummaryUrl, type AttendanceSummaryParams } from "./params.rules.ts";
import { loadAbsentStudents } from "./absent/absent.server.ts";
import { readDayAndCalendar, readDaySummary } from "./day/read-day.server.ts";
import type { DaySummary, AttendanceSummaryView, AttendanceTrend } from "./summary.ts";
import { trendScaleStart, toTrendDays } from "./trend/trend.rules.ts";

/** Loads the figures of the whole school for a day, and for the days of its term up to today. */
export async function readAttendanceSummary(
  { person, school }: Visit,
  params: AttendanceSummaryParams,
): Promise<AttendanceSummaryView> {
  const { day, calendar } = await readDayAndCalendar(params.day);
  const term = findTermOn(day, calendar);
  const [figures, absences, days] = await Promise.all([
    readDaySummary(day, calendar, params.level),
    term
      ? loadAbsentStudents(person, { day, from: term.term_start, timeZone: school.timeZone })
      : { absentToday: [], absent: [] },
    term ? readDays(term, params.level) : [],
  ]);
  const past =
    term && term.academic_term_id !== calendar.current_term_id ? termTitle(term.academic_term_id) : null;
  const at = now();
  const shown = { ...params, day: params.day === null ? null : day };
  return {
    params: shown,
    url: attendanceSummaryUrl(shown),
    figures,
    ...absences,
    readsRegisters: canReadAllClasses(person),
    trend: await trendFrom(days, { day, level: params.level, figures, term: past }),
    readAt: at.getTime(),
    readWords: formatClockTime(at, school.timeZone),
  };
}

function readDays({ term_start: from, term_end: to }: CalendarTermSpan, level: number | null) {
  return listTotalsByDay({ from, to, level }, noTransaction);
}

type OfTrend = { day: string; level: number | null; figures: DaySummary; term: string | null };

async function trendFrom(
  totals: Awaited<ReturnType<typeof readDays>>,
  { day: shown, level, figures: { levels }, term }: OfTrend,
): Promise<AttendanceTrend> {
  const days = toTrendDays(totals);
  const least = trendScaleStart(days);
  return {
    days,
    least,
    shown,
    term,
    level: levels.find((item) => item.level === level) ?? null,
    lines: await cachedTrendChart(days, { least, shown }),
  };
}
