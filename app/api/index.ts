import { ASSESSMENTS } from "./assessments.ts";
import { CALENDAR } from "./calendar.ts";
import { EMPLOYEES } from "./employees.ts";
import type { Endpoint } from "./dispatch/endpoint.ts";
import { FORM_CLASSES } from "./form-classes.ts";
import { MARKS } from "./marks.ts";
import { REPORTS } from "./reports.ts";
import { SIGN_IN } from "./sign-in.ts";
import { TERM_MARKS } from "./term-marks.ts";
import { TERM_REPORTS } from "./term-reports.ts";

/** Every call of the specification that is answered (T7, A7), by area. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...SIGN_IN,
  ...MARKS,
  ...TERM_REPORTS,
  ...TERM_MARKS,
  ...REPORTS,
  ...EMPLOYEES,
  ...FORM_CLASSES,
  ...ASSESSMENTS,
  ...CALENDAR,
];
