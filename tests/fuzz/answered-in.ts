type Shown = { file: string; test: string };

/**
 * Calls that chance seldom or never answers, such as those that need a password or a rehearsed term, with the test
 * that does.
 */
const TESTS: readonly (readonly [file: string, test: string, calls: readonly string[]])[] = [
  ["sign-in", "a known name and its password open a session", ["POST /api/employee-login"]],
  ["sign-in", "a new password is chosen by whose it is, once", ["POST /api/employee-change-password"]],
  ["employee-accounts", "a password is reset and told once", ["POST /api/reset-password"]],
  ["employee-accounts", "an employee is added with a first password", ["POST /api/employee"]],
  ["timetable", "a teacher's class is set by its form class", ["POST /api/form-teacher-class"]],
  ["marks", "the students of a lesson with what is entered for each", ["GET /api/mark-sheet-students"]],
  ["marks", "a mark is saved on the version it was read at", ["POST /api/mark-record"]],
  ["term-marks", "the subject row of a term is deleted by an admin", ["DELETE /api/student-term-mark"]],
  ["term-marks", "marks get another subject", ["POST /api/student-term-mark-update"]],
  ["term-reports", "the marks of a term, one row a subject", ["GET /api/term-marks/:student_id"]],
  ["term-reports", "a field is saved and answered with its new version", ["POST /api/student-term-details"]],
  [
    "../routes/marks-archive/archive",
    "the calls register, give, read and clear",
    ["POST /api/student-term-mark", "POST /api/register-student"],
  ],
  [
    "calendar",
    "the criteria of a subject where the class is graded by them",
    ["GET /api/subject-assesment-criteria/:form_class_id/:subject_id"],
  ],
  [
    "reports/class-list",
    "a class list opens as a PDF in the page",
    ["GET /api/class-list/:form_class_id/:employee_id/:academic_term_id"],
  ],
  ["reports/class-mark-sheet", "totals, averages, shared ranks and means", ["GET /api/mark-sheet"]],
  [
    "reports/rollover-journal",
    "the journal of a turn names everybody",
    ["GET /api/turn-journal/:rollover_id"],
  ],
  [
    "reports/rollover-journal",
    "a rehearsal prints the class lists that it proposes",
    ["GET /api/turn-class-lists/:rollover_id"],
  ],
  ["people/student-records", "a student is added by a call", ["POST /api/student"]],
  ["people/student-data", "personal data is read and saved", ["POST /api/student-data-personal"]],
  [
    "people/student-data",
    "the family is a record a relationship",
    [
      "POST /api/student-data-family",
      ...["GET", "POST"].map((method) => `${method} /api/student-data-family/:student_id`),
    ],
  ],
  ["people/student-files", "an admin gives a picture", ["POST /api/student-picture/:id"]],
  [
    "../features/students/pictures/pictures",
    "a call saves whoever is named beyond doubt",
    ["POST /api/upload-pictures"],
  ],
  [
    "people/employee-records",
    "employment is saved with classes and subjects",
    ["POST /api/employee-employment-details"],
  ],
  [
    "people/employee-records",
    "the posts held and the qualifications are saved",
    ["POST /api/employee-posts"],
  ],
  [
    "people/employee-files",
    "a document is uploaded, listed, sent to be saved",
    ["POST /api/upload-file", "POST /api/employee-files", "DELETE /api/employee-files"],
  ],
  [
    "subject-students",
    "a student is added, moved and deleted",
    ["POST /api/student-subject-assignment", "POST /api/delete-student-subject-assignment"],
  ],
  ["settings/subjects", "a subject is added, changed and deleted by its id", ["DELETE /api/subject"]],
  [
    "people/form-deans",
    "in a secondary school a dean gets form classes",
    ["POST /api/form-dean-assignments"],
  ],
  [
    "rollover",
    "the three calls turn the term",
    [...["GET", "POST", "DELETE"].map((method) => `${method} /api/term-registration`), "POST /api/promote"],
  ],
];

export const ANSWERED_IN: ReadonlyMap<string, Shown> = new Map(
  TESTS.flatMap(([file, test, calls]) =>
    calls.map((call) => [call, { file: `tests/api/${file}.test.ts`, test }] as const),
  ),
);
