import { PATHS, withQuery } from "#domain/paths.ts";

/** The end of the dialog's address over a record; over the list, the address ends with `/attendance`. */
const OVER_RECORD = /\/view-attendance\/?$/;

/** Returns the place of View Attendance, which closes to the list with its search, or to the tab of the record. */
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
