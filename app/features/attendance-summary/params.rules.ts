import { PATHS, withQuery } from "#domain/paths.ts";
import { parseExistingDay } from "#domain/text/read-day.ts";

/** The day, and the level of the trend. A null day means today, and a null level means the whole school. */
export type AttendanceSummaryParams = { day: string | null; level: number | null };

const LEVEL = /^[1-7]$/;

/** Reads the day and level from a URL. Invalid values are ignored. */
export function parseAttendanceSummaryParams(query: URLSearchParams): AttendanceSummaryParams {
  const level = query.get("level") ?? "";
  return { day: parseExistingDay(query.get("date") ?? ""), level: LEVEL.test(level) ? Number(level) : null };
}

export function attendanceSummaryUrl(params: AttendanceSummaryParams): string {
  return withQuery(PATHS.attendanceSummary, queryOf(params));
}

/** Returns the URL of a dialog over the summary: a student's term, or the note of a call to the family. */
export function attendanceDialogUrl(
  studentKey: number,
  { what, params }: { what: "term" | "call"; params: AttendanceSummaryParams },
): string {
  return withQuery(`${PATHS.attendanceSummary}/${studentKey}/${what}`, queryOf(params));
}

function queryOf({ day, level }: AttendanceSummaryParams) {
  return { date: day, level };
}

/** Matches the URL of the dialog over a student's record. Over the list, the URL ends with `/attendance`. */
const OVER_RECORD = /\/view-attendance\/?$/;

/**
 * Reads the student and day of View Attendance from the URL. Also returns the page to which the dialog closes: the list
 * with its search, or the tab of the record.
 */
export function parseAttendanceParams({ pathname, search }: { pathname: string; search: string }) {
  const { date: _, ...kept } = Object.fromEntries(new URLSearchParams(search));
  const isOverRecord = OVER_RECORD.test(pathname);
  const under = isOverRecord ? pathname.replace(OVER_RECORD, "") : PATHS.students;
  return {
    kept: Object.entries(kept),
    dayTo: (day: string) => withQuery(pathname, { ...kept, date: day }),
    closeTo: withQuery(under, kept),
    backLabel: isOverRecord ? "Student Record" : "Students",
  };
}
