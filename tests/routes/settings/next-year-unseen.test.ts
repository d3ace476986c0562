import { expect, test } from "vitest";
import { loader as register } from "../../../app/routes/attendance-register/start.tsx";
import { loader as summary } from "../../../app/routes/attendance-summary/summary.tsx";
import { loader as lateBoard } from "../../../app/routes/late-board.tsx";
import { loader as menu } from "../../../app/routes/main-menu.tsx";
import { loader as marks } from "../../../app/routes/mark-sheet/start.tsx";
import { loader as tests } from "../../../app/routes/mark-sheet/tests.tsx";
import { action as make } from "../../../app/routes/settings/next-year.tsx";
import { loader as subjects } from "../../../app/routes/settings/subjects.tsx";
import { loader as students } from "../../../app/routes/students/list.tsx";
import { loader as employees } from "../../../app/routes/employees/list.tsx";
import { loader as reports } from "../../../app/routes/term-reports/start.tsx";
import { noTransaction, queryRows } from "#db/index.ts";
import { createAdmin, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  assignDean,
  createClass,
  createLesson,
  createSchool,
  NEXT_YEAR_ID,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, postForm, type Handler } from "#tests/support/request.ts";
import { answered } from "../../api/answer.ts";

await freshDatabase();
await createSchool({ flavour: "secondary" });
const admin = await createAdmin();
const formTeacher = await createFormTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const specialist = await createTeacher();
const held = await createClass({ formClassId: "1A", formTeacher });
await createClass({ formClassId: "2A", formTeacher: await createFormTeacher() });
await addCoTeacher(held, specialist);
await assignDean({ formClassId: "1A" }, dean);
await createLesson(specialist, held);
await createLesson(formTeacher, held, { subject: "Spanish", byChoice: true });
await createStudents(held, 2);

const PEOPLE = { admin, lead: formTeacher, dean, specialist };

/** The time of reading is the only allowed difference. */
const READ_AT = /"readAt":\d+,"readWords":"[^"]*"/;

const SCREENS: Record<string, readonly [Handler, string]> = {
  "main menu": [menu, "/app"],
  "mark sheets": [marks, "/app/mark-sheet"],
  "term reports": [reports, "/app/term-reports"],
  register: [register, "/app/attendance-register"],
  "attendance summary": [summary, "/app/attendance-summary"],
  "late board": [lateBoard, "/app/late-board"],
  "late board, teachers": [lateBoard, "/app/late-board?by=teachers"],
  subjects: [subjects, "/app/settings/subjects"],
  students: [students, "/app/students"],
  employees: [employees, "/app/employees?tab=timetable"],
};

const CALLS = [
  "/api/form-classes",
  "/api/form-classes-list",
  `/api/form-classes-teachers/${YEAR_ID}`,
  "/api/form-classes-teachers",
  "/api/students",
  "/api/teachers",
  "/api/employees",
  `/api/teacher-lessons/${specialist.employeeId}`,
  `/api/form-teacher-class/${formTeacher.employeeId}/${YEAR_ID}`,
  `/api/form-dean-assignments/${dean.employeeId}`,
  "/api/mark-sheet-students",
];

test("next year's classes, teachers, lessons and deans are on no screen and in no call of this year", async () => {
  const before = await everything();

  const form = { intent: "make", year: String(YEAR_ID) };
  expect((await callRoute(make, postForm("/app/settings/next-year", form, admin))).status).toBe(302);

  expect(await countsOf(NEXT_YEAR_ID)).toEqual([{ classes: 2, lessons: 2, deans: 1 }]);
  expect(await everything()).toEqual(before);
  expect(Object.values(before).filter((answer) => answer.startsWith("200"))).not.toHaveLength(0);
});

test("a lesson of next year has no sheet yet, for its teacher neither", async () => {
  const [next] = await queryRows<{ lesson_id: number }>(
    "select l.lesson_id from lessons l join classes c using (class_id) where c.academic_year_id = $year order by l.lesson_id",
    { year: NEXT_YEAR_ID },
    noTransaction,
  );
  const input = { lessonId: String(next?.lesson_id) };

  const { status, body } = await callRoute(
    tests,
    getRequest(`/app/mark-sheet/${next?.lesson_id}`, specialist),
    input,
  );

  expect(status === 404 || !/"url":/.test(JSON.stringify(body))).toBe(true);
});

/** Collects what every person gets from every screen and call, as text. */
async function everything(): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const [who, person] of Object.entries(PEOPLE)) {
    for (const [name, [handler, path]] of Object.entries(SCREENS)) {
      const { status, body } = await callRoute(handler, getRequest(path, person));
      seen[`${who}, ${name}`] = `${status} ${JSON.stringify(body).replace(READ_AT, "")}`;
    }
    for (const path of CALLS) {
      const { status, body } = await answered(getRequest(path, person));
      seen[`${who}, ${path}`] = `${status} ${JSON.stringify(body)}`;
    }
  }
  return seen;
}

function countsOf(year: number) {
  return queryRows(
    `select (select count(*)::integer from classes where academic_year_id = $year) as classes,
            (select count(*)::integer from lessons join classes using (class_id) where academic_year_id = $year) as lessons,
            (select count(*)::integer from dean_assignments where academic_year_id = $year) as deans`,
    { year },
    noTransaction,
  );
}
