import { PATHS, withQuery } from "#domain/paths.ts";

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
