import { addDays, weekdayOf } from "#domain/dates.ts";
import { isCalendarDay, parseId, PATHS, withQuery } from "#domain/paths.ts";
import { parseSummaryParams, type SummaryParams } from "../params.rules.ts";

/** The lists of students behind the figures of the overview. */
export const ATTENDANCE_LISTS = [
  "absent",
  "late",
  "present",
  "not-marked",
  "absences",
  "under-90",
  "under-80",
] as const;
export type AttendanceListName = (typeof ATTENDANCE_LISTS)[number];

/** The lists for a single day. All other lists cover the term up to a day. */
const OF_DAY: readonly AttendanceListName[] = ["absent", "late", "present", "not-marked"];

/** The filters of a list. A `weekday` of 1 is Monday, and `week` is the Monday of a week. A null filter is off. */
export type AttendanceListParams = SummaryParams & {
  list: AttendanceListName;
  classId: number | null;
  weekday: number | null;
  week: string | null;
};

export function isListOfOneDay(list: AttendanceListName): boolean {
  return OF_DAY.includes(list);
}

type Narrowed = Partial<Pick<AttendanceListParams, "classId" | "weekday" | "week">>;

export function attendanceListUrl(
  list: AttendanceListName,
  { day, level, ...narrowed }: SummaryParams & Narrowed,
): string {
  return withQuery(`${PATHS.overview}/${list}`, queryOf({ day, level, ...narrowed }));
}

export function attendanceListFileUrl(params: AttendanceListParams, format: "pdf" | "xlsx"): string {
  const query = { ...queryOf(params), format: format === "pdf" ? null : format };
  return withQuery(`${PATHS.overview}/${params.list}/document`, {
    ...query,
    download: format === "pdf" ? null : 1,
  });
}

function queryOf({ day, level, classId = null, weekday = null, week = null }: SummaryParams & Narrowed) {
  return { date: day, level, class: classId, weekday, week };
}

const MONDAY = 1;
const DAYS_OF_A_WEEK = 7;

/** Reads the parameters of a list from its URL. Invalid values are ignored; for an unknown list the result is null. */
export function parseAttendanceListParams(
  list: string | undefined,
  query: URLSearchParams,
): AttendanceListParams | null {
  const known = ATTENDANCE_LISTS.find((name) => name === list);
  if (known === undefined) return null;
  const [weekday, week] = [parseId(query.get("weekday")), query.get("week")];
  const isNarrowed = known === "absences";
  return {
    ...parseSummaryParams(query),
    list: known,
    classId: parseId(query.get("class")),
    weekday: isNarrowed && weekday !== null && weekday <= DAYS_OF_A_WEEK ? weekday : null,
    week: isNarrowed && isCalendarDay(week) && weekdayOf(week) === MONDAY ? week : null,
  };
}

/** Returns the first and last day of a list, within the term up to the day shown. */
export function listDateRange(week: string | null, { from, to }: { from: string; to: string }) {
  if (week === null) return { from, to };
  const last = addDays(week, DAYS_OF_A_WEEK - 1);
  return { from: week < from ? from : week, to: last > to ? to : last };
}
