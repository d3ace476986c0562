import { ASSESSMENTS } from "./assessments.ts";
import { ATTENDANCE } from "./people/attendance.ts";
import { CALENDAR } from "./calendar.ts";
import { EMPLOYEE_ACCOUNTS } from "./employee-accounts.ts";
import { EMPLOYEES, EMPLOYEE_CHOICES } from "./employees.ts";
import { EMPLOYEE_FILES, STUDENT_FILES } from "./people/files.ts";
import { EMPLOYEE_RECORDS } from "./people/employee-records.ts";
import { STUDENTS, STUDENT_LIST, STUDENT_DATA } from "./people/students.ts";
import { STUDENT_RECORDS } from "./people/student-records.ts";
import type { Endpoint } from "./dispatch/endpoint.ts";
import { type ApiArea, withDescriptionEndpoint } from "./openapi/document.ts";
import { FORM_CLASSES } from "./form-classes.ts";
import { MARKS } from "./marks.ts";
import { LISTS } from "./reports/lists.ts";
import { SCHOOL_FIGURES } from "./reports/school-figures.ts";
import { POSTINGS } from "./reports/postings.ts";
import { REPORTS } from "./reports/reports.ts";
import { TERM_ASSESSMENTS } from "./settings/assessments.ts";
import { SIGN_IN } from "./sign-in.ts";
import { SUBJECTS, SUBJECT_STUDENTS } from "./subjects.ts";
import { MARKS_ARCHIVE } from "./people/marks-archive.ts";
import { TERM_MARKS } from "./term-marks.ts";
import { TERM_REPORTS } from "./term-reports.ts";
import { TIMETABLE } from "./people/timetable.ts";
import { ROLLOVER_ENDPOINTS } from "./rollover.ts";

/** Every endpoint of the API, by area. */
export const AREAS: readonly ApiArea[] = withDescriptionEndpoint([
  { title: "Signing in", calls: SIGN_IN },
  { title: "Marks", calls: [...MARKS, ...TERM_MARKS, ...MARKS_ARCHIVE, ...ASSESSMENTS, ...TERM_ASSESSMENTS] },
  { title: "Term reports", calls: [...TERM_REPORTS, ...POSTINGS] },
  { title: "Documents", calls: [...REPORTS, ...LISTS, ...SCHOOL_FIGURES] },
  {
    title: "Students",
    calls: [...STUDENT_LIST, ...STUDENT_RECORDS, ...STUDENTS, ...STUDENT_DATA, ...STUDENT_FILES],
  },
  { title: "Students of a subject", calls: SUBJECT_STUDENTS },
  {
    title: "Employees",
    calls: [...EMPLOYEES, ...EMPLOYEE_ACCOUNTS, ...EMPLOYEE_RECORDS, ...EMPLOYEE_CHOICES, ...EMPLOYEE_FILES],
  },
  { title: "Timetable", calls: TIMETABLE },
  { title: "Attendance", calls: ATTENDANCE },
  { title: "Classes and subjects", calls: [...FORM_CLASSES, ...SUBJECTS] },
  { title: "Calendar and new term", calls: [...CALENDAR, ...ROLLOVER_ENDPOINTS] },
]);

export const ENDPOINTS: readonly Endpoint[] = AREAS.flatMap(({ calls }) => calls);
