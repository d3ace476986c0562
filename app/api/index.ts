import { ASSESSMENTS } from "./assessments.ts";
import { CALENDAR } from "./calendar.ts";
import { EMPLOYEES } from "./employees.ts";
import type { Endpoint } from "./endpoint.ts";
import { MARKS } from "./marks.ts";
import { REPORTS } from "./reports.ts";
import { SIGN_IN } from "./sign-in.ts";
import { TIMETABLE } from "./timetable.ts";

/** Every call of the specification that is answered (T7, A7), by area. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...SIGN_IN,
  ...MARKS,
  ...REPORTS,
  ...EMPLOYEES,
  ...TIMETABLE,
  ...ASSESSMENTS,
  ...CALENDAR,
];
