import { PATHS, withQuery } from "#domain/paths.ts";

/** What follows a student's own address, over the list and over the record. */
const OVER_RECORD = /\/view-attendance\/?$/;

/** Where View Attendance stands: it closes to the list as it was searched, or to the record's tab. */
export function attendancePlaceIn({ pathname, search }: { pathname: string; search: string }) {
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
