/**
 * Every call that the school requires, by the section of its documents that asks for it; a parameter is `{}`.
 * `specification.test.ts` compares the endpoints with this list in both directions.
 */
type Calls = Readonly<Record<string, readonly string[]>>;

/** Calls that the school's documents list with a path. */
const SPECIFIED: Calls = {
  "A7, report documents": [
    "GET /api/report-card",
    "GET /api/mark-sheet",
    "GET /api/class-list/{}/{}/{}",
    "GET /api/mark-sheet-subject-choice/{}",
    "GET /api/mark-sheet-subject-choice/{}/{}",
    "GET /api/student-contact/{}",
    "GET /api/school-feeding",
    "GET /api/ethnic-group-statistics",
    "GET /api/religious-group-statistics",
    "GET /api/student-age-statistics",
    "GET /api/registration-status-report",
    "GET /api/employee-data",
    "GET /api/device-internet/{}",
    "GET /api/registration-form",
  ],
  "A7, files and pictures": [
    "POST /api/upload-file",
    "GET /api/student-picture/{}",
    "POST /api/upload-pictures",
    "GET /api/asr",
    "GET /api/registration-data-spreadsheet",
  ],
  "A7, authentication and accounts": [
    "GET /sanctum/csrf-cookie",
    "POST /api/employee-login",
    "GET /api/user-employee/{}",
    "POST /api/employee-change-password",
    "POST /api/reset-employee-password",
    "POST /api/reset-password",
  ],
  "A7, employees and profile": [
    "GET /api/employees",
    "GET /api/employee-statuses",
    "POST /api/employee",
    "DELETE /api/employee",
    "GET /api/employee",
    "GET /api/employee-employment-details",
    "POST /api/employee-employment-details",
    "GET /api/employee-posts",
    "POST /api/employee-posts",
    "GET /api/employee-qualifications",
    "POST /api/employee-qualifications",
    "GET /api/qualifications",
    "POST /api/qualifications",
    "GET /api/employee-files",
    "POST /api/employee-files",
    "GET /api/employee-post/{}",
  ],
  "A7, timetable": [
    "GET /api/teacher-lessons/{}",
    "POST /api/teacher-lesson",
    "POST /api/delete-teacher-lesson",
    "GET /api/form-teacher-class/{}/{}",
    "POST /api/form-teacher-class",
    "GET /api/form-dean-assignments/{}",
    "POST /api/form-dean-assignments",
    "GET /api/form-classes",
    "GET /api/form-classes-list",
    "GET /api/subjects",
  ],
  "A7, subject assignments": [
    "GET /api/students",
    "GET /api/subject-students",
    "POST /api/subject-students",
    "POST /api/student-subject-assignment",
    "POST /api/delete-student-subject-assignment",
  ],
  "A7, students": [
    "POST /api/student",
    "DELETE /api/student",
    "GET /api/student-status",
    "GET /api/teachers",
    ...["personal", "medical", "family"].flatMap((tab) =>
      ["GET", "POST"].flatMap((method) => [
        `${method} /api/student-data-${tab}`,
        `${method} /api/student-data-${tab}/{}`,
      ]),
    ),
    "POST /api/student-class-registration",
    "GET /api/religions",
    "GET /api/ethnic-groups",
    "GET /api/houses",
    "GET /api/attendance-report-summary-data",
  ],
  "A7, marks archive": [
    "GET /api/term-marks/{}",
    "POST /api/student-term-mark",
    "DELETE /api/student-term-mark",
    "POST /api/student-term-mark-update",
    "POST /api/register-student",
  ],
  "A7, settings": [
    "GET /api/current-term",
    "POST /api/current-term",
    "GET /api/next-term",
    "GET /api/term-registration",
    "POST /api/term-registration",
    "DELETE /api/term-registration",
    "POST /api/promote",
    "GET /api/term-history",
    "POST /api/backdate-term",
    "POST /api/subjects",
    "DELETE /api/subject",
    "GET /api/term-reports",
    "POST /api/term-reports",
    "POST /api/term-reports-register",
    "GET /api/form-classes-teachers",
    "GET /api/form-classes-teachers/{}",
    "GET /api/settings-term-assesments-terms",
    "GET /api/settings-term-assesments-subjects",
    "GET /api/settings-term-assesments-form-classes",
    "GET /api/term-assesment-assignment/{}",
    "GET /api/term-configuration",
    "GET /api/current-period",
    "POST /api/current-period",
  ],
};

/** Operations that the school's documents list without a path, each at the path chosen for it. */
const DESIGNED: Calls = {
  "T7, 'Get students'": ["GET /api/mark-sheet-students"],
  "T7, 'Save mark record'": ["POST /api/mark-record"],
  "T7, 'the forthnightly assessments timetable'": ["GET /api/forthnightly-assesments/{}"],
  "T7, 'subject assessment criteria'": ["GET /api/subject-assesment-criteria/{}/{}"],
  "T7, 'form teacher assignment'": ["GET /api/form-teacher-assignment/{}/{}"],
  "T7, 'student term details'": ["GET /api/student-term-details", "POST /api/student-term-details"],
  "T7, 'student term marks'": ["GET /api/student-term-marks"],
  "T7, 'mark sheet terms'": ["GET /api/mark-sheet-terms"],
  "T7, 'report card terms'": ["GET /api/report-card-terms"],
  "T7, 'class list years'": ["GET /api/class-list-years"],
  "A7, 'student picture upload returns picture'": ["POST /api/student-picture/{}"],
  "A7, 'a file can be deleted'": ["DELETE /api/employee-files"],
};

/** Calls that Termbook adds. */
const OURS: Calls = {
  "the record behind the card": [
    "GET /api/transcript/{}",
    "GET /api/cumulative-record/{}",
    "GET /api/merit-list",
    "GET /api/collection-list",
    "GET /api/picture-list",
    "GET /api/id-cards",
  ],
  "sign-out": ["POST /api/employee-logout"],
  "the register of a month": ["GET /api/attendance-register"],
  "the journal of a turn": ["GET /api/turn-journal/{}"],
  "the class lists that a rehearsal proposes": ["GET /api/turn-class-lists/{}"],
  "the description of all calls": ["GET /api/openapi.json"],
  "the deans of the whole school": ["GET /api/form-dean-assignments"],
};

/** Each call with the source that asks for it. */
export const ASKED_FOR: ReadonlyMap<string, string> = new Map(
  [SPECIFIED, DESIGNED, OURS].flatMap((calls) =>
    Object.entries(calls).flatMap(([place, named]) => named.map((call) => [call, place] as const)),
  ),
);
