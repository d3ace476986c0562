import { chooseReportsUrl, PATHS, registerUrl, withQuery } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { pageOf, signIn, type Subject } from "../subject.ts";

/** A page with the session that opens it, and its limit in milliseconds by the number of students, if it has one. */
export type GrowthPage = {
  name: string;
  path: string;
  cookie: string;
  most?: (students: number) => number;
};

/** The last day of the demo school with registers. */
const DAY = "2026-06-26";

const flat = (most: number) => () => most;
const board = (students: number) => (students <= 1_500 ? 12 : students <= 20_000 ? 60 : 200);

/** Lists every kind of page that reads the school's data. */
export async function listPages(subject: Subject): Promise<GrowthPage[]> {
  const { origin, cookie: teacher, clerkCookie: clerk, sheet } = subject;
  const [admin, principal] = [await signIn(origin, "Admin"), await signIn(origin, "principal")];
  const { first, middle } = await findStudents(subject);
  const register = registerUrl({ classId: sheet.classId, day: DAY, session: 1 });
  const students = (query: Record<string, string | number>) => withQuery(PATHS.students, query);
  return [
    { name: "sign-in", ...pageOf("sign-in", subject) },
    { name: "main menu", path: PATHS.mainMenu, cookie: teacher },
    { name: "main menu of the principal", path: PATHS.mainMenu, cookie: principal },
    { name: "mark sheet of 35", path: sheet.path, cookie: teacher, most: flat(6) },
    { name: "chooser of mark sheets", path: PATHS.markSheets, cookie: teacher },
    { name: "chooser of mark sheets, all teachers", path: PATHS.markSheets, cookie: principal },
    { name: "term report", path: sheet.reportPath, cookie: teacher },
    { name: "class overview of 35", path: sheet.classPath, cookie: teacher, most: flat(9) },
    { name: "chooser of term reports", path: chooseReportsUrl(sheet.termId), cookie: principal, most: board },
    { name: "late board", path: PATHS.lateBoard, cookie: principal, most: board },
    { name: "readiness board", path: PATHS.readinessBoard, cookie: admin, most: board },
    { name: "posting of reports", path: PATHS.postReports, cookie: admin, most: board },
    { name: "settings", path: PATHS.settings, cookie: admin, most: flat(4) },
    { name: "overview of the school", path: PATHS.overview, cookie: principal },
    { name: "register of 35", path: register, cookie: teacher },
    { name: "chooser of registers", path: PATHS.attendanceRegister, cookie: principal },
    { name: "attendance summary", path: `${PATHS.attendanceSummary}?date=${DAY}`, cookie: principal },
    { name: "print reports", path: PATHS.reports, cookie: principal },
    { name: "print runs", path: PATHS.batches, cookie: principal },
    { name: "annual return", path: PATHS.annualReturn, cookie: admin },
    { name: "students, 5 by name", path: PATHS.students, cookie: clerk },
    { name: "students, 50 by name", path: students({ rows: 50 }), cookie: clerk, most: flat(8) },
    {
      name: "students of a class of 35",
      path: students({ class: sheet.classId, rows: 50 }),
      cookie: clerk,
      most: flat(6),
    },
    { name: "students by class", path: students({ sort: "class,name" }), cookie: clerk },
    { name: "search of a name", path: students({ search: "bap" }), cookie: clerk, most: flat(15) },
    { name: "record of the first student", path: `${PATHS.students}/${first}`, cookie: clerk, most: flat(6) },
    {
      name: "record of a student in the middle",
      path: `${PATHS.students}/${middle}`,
      cookie: clerk,
      most: flat(6),
    },
    { name: "duplicates of students", path: PATHS.duplicates, cookie: admin },
    { name: "pictures of students", path: PATHS.studentPictures, cookie: admin },
    { name: "employees, 10 of many", ...pageOf("employees", subject) },
    { name: "subjects", path: PATHS.subjects, cookie: admin },
    { name: "reset password", path: PATHS.resetPassword, cookie: clerk },
    { name: "comment bank", path: PATHS.commentBank, cookie: teacher },
    { name: "assessments", path: PATHS.assessments, cookie: admin },
    { name: "entry dates", path: PATHS.entryWindows, cookie: admin },
    { name: "past terms", path: PATHS.pastTerms, cookie: admin },
    { name: "next year", path: PATHS.nextYear, cookie: admin },
    { name: "report card settings", path: PATHS.reportCard, cookie: admin },
    { name: "security events", path: PATHS.securityEvents, cookie: admin },
    { name: "health", path: PATHS.health, cookie: admin },
  ];
}

/** Finds the first student by name, and one in the middle. */
async function findStudents({ databaseUrl }: Subject) {
  const [found] = await queryDatabase<{ first: number; middle: number }>(
    databaseUrl,
    `with here as (
       select id, row_number() over (order by last_name collate names, first_name collate names, id) as place, count(*) over () as total
         from students where student_status_id <= 2
     )
     select (select id from here where place = 1) as first, (select id from here where place = total / 2) as middle`,
  );
  if (!found) throw new Error("the school has no students");
  return found;
}
