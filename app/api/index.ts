import { ASSESSMENTS_ENDPOINTS, TERM_ASSESSMENTS_ENDPOINTS } from "./assessments.ts";
import { ATTENDANCE_ENDPOINTS } from "./people/attendance.ts";
import { CALENDAR_ENDPOINTS } from "./calendar.ts";
import { EMPLOYEES_ENDPOINTS, EMPLOYEE_CHOICES_ENDPOINTS, EMPLOYEE_ACCOUNTS_ENDPOINTS } from "./employees.ts";
import { EMPLOYEE_FILES_ENDPOINTS, STUDENT_FILES_ENDPOINTS } from "./people/files.ts";
import { EMPLOYEE_RECORDS_ENDPOINTS } from "./people/employee-records.ts";
import { STUDENTS_ENDPOINTS, STUDENT_LIST_ENDPOINTS, STUDENT_DATA_ENDPOINTS } from "./people/students.ts";
import { STUDENT_RECORDS_ENDPOINTS } from "./people/student-records.ts";
import type { Endpoint } from "./dispatch/endpoint.ts";
import { type ApiArea, withDescriptionEndpoint } from "./openapi/document.ts";
import { FORM_CLASSES_ENDPOINTS } from "./form-classes.ts";
import { MARKS_ENDPOINTS } from "./marks.ts";
import { LISTS_ENDPOINTS } from "./reports/lists.ts";
import { SCHOOL_FIGURES_ENDPOINTS } from "./reports/school-figures.ts";
import { REPORTS_ENDPOINTS } from "./reports/reports.ts";
import { SIGN_IN_ENDPOINTS } from "./sign-in.ts";
import { SUBJECTS_ENDPOINTS, SUBJECT_STUDENTS_ENDPOINTS } from "./subjects.ts";
import { MARKS_ARCHIVE_ENDPOINTS } from "./people/marks-archive.ts";
import { TERM_MARKS_ENDPOINTS } from "./term-marks.ts";
import { TERM_REPORTS_ENDPOINTS, POSTINGS_ENDPOINTS } from "./term-reports.ts";
import { TIMETABLE_ENDPOINTS } from "./people/timetable.ts";
import { ROLLOVER_ENDPOINTS } from "./rollover.ts";

export const API_AREAS: readonly ApiArea[] = withDescriptionEndpoint([
  { title: "Signing in", calls: SIGN_IN_ENDPOINTS },
  {
    title: "Marks",
    calls: [
      ...MARKS_ENDPOINTS,
      ...TERM_MARKS_ENDPOINTS,
      ...MARKS_ARCHIVE_ENDPOINTS,
      ...ASSESSMENTS_ENDPOINTS,
      ...TERM_ASSESSMENTS_ENDPOINTS,
    ],
  },
  { title: "Term reports", calls: [...TERM_REPORTS_ENDPOINTS, ...POSTINGS_ENDPOINTS] },
  { title: "Documents", calls: [...REPORTS_ENDPOINTS, ...LISTS_ENDPOINTS, ...SCHOOL_FIGURES_ENDPOINTS] },
  {
    title: "Students",
    calls: [
      ...STUDENT_LIST_ENDPOINTS,
      ...STUDENT_RECORDS_ENDPOINTS,
      ...STUDENTS_ENDPOINTS,
      ...STUDENT_DATA_ENDPOINTS,
      ...STUDENT_FILES_ENDPOINTS,
    ],
  },
  { title: "Students of a subject", calls: SUBJECT_STUDENTS_ENDPOINTS },
  {
    title: "Employees",
    calls: [
      ...EMPLOYEES_ENDPOINTS,
      ...EMPLOYEE_ACCOUNTS_ENDPOINTS,
      ...EMPLOYEE_RECORDS_ENDPOINTS,
      ...EMPLOYEE_CHOICES_ENDPOINTS,
      ...EMPLOYEE_FILES_ENDPOINTS,
    ],
  },
  { title: "Timetable", calls: TIMETABLE_ENDPOINTS },
  { title: "Attendance", calls: ATTENDANCE_ENDPOINTS },
  { title: "Classes and subjects", calls: [...FORM_CLASSES_ENDPOINTS, ...SUBJECTS_ENDPOINTS] },
  { title: "Calendar and new term", calls: [...CALENDAR_ENDPOINTS, ...ROLLOVER_ENDPOINTS] },
]);

export const API_ENDPOINTS: readonly Endpoint[] = API_AREAS.flatMap(({ calls }) => calls);
