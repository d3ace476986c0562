import { expect, test } from "vitest";
import { createClerk, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
} from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { getRequest, type Visitor } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool({ assessmentType: "Interim Test" });
const clerk = await createClerk();
const formTeacher = await createTeacher();
const std1 = await createClass({ formClassId: "Std 1", formTeacher });
const std2 = await createClass({ formClassId: "Std 2", courseWorkOnly: true });
const graded = await createClass({ formClassId: "1st Year", assessmentType: "Grade" });
const maths = await createLesson(formTeacher, std1, { subject: "Mathematics" });
const spanish = await createLesson(formTeacher, std2, { subject: "Spanish" });
await createLesson(formTeacher, std1, { subject: "Physical Education", subjectId: 7 });
await createAssessment(maths, { maxMark: 50, testDate: "2026-06-22" });

const TERM = TERM_IDS[2];
const PATHS = ["terms", "form-classes", "subjects"].map((what) => `/api/settings-term-assesments-${what}`);

test("the configuration of a term names its classes, their subjects and tests", async () => {
  const { status, body } = await read("/api/term-configuration");
  const { assesments: classes, ...term } = body as { assesments: { class_id: number; subjects: object[] }[] };
  const subjectsOf = (held: { classId: number }) =>
    classes.find(({ class_id }) => class_id === held.classId)?.subjects;

  expect(status).toBe(200);
  expect(term).toEqual({ academic_term_id: TERM, assesment_type: "Interim Test" });
  expect(subjectsOf(std1)).toEqual([
    { ...testOf(maths, "Mathematics", 2, "Interim Test"), test_date: null, max_mark: 100 },
    { ...testOf(maths, "Mathematics", 1, "End of Term"), test_date: "2026-06-22", max_mark: 50 },
  ]);
  expect(subjectsOf(std2)).toEqual([
    { ...testOf(spanish, "Spanish", 2, "Interim Test"), test_date: null, max_mark: 100 },
  ]);
  expect(subjectsOf(graded)).toEqual([]);
});

test("terms, classes and subjects are listed", async () => {
  const [terms, classes, subjects] = await Promise.all(PATHS.map((path) => read(path)));
  const ofClass = await read(`${PATHS[2]}?form_class_id=Std 1&employee_id=${formTeacher.employeeId}`);

  expect(terms?.body).toMatchObject([
    { academic_term_id: TERM, assesment_type: "Interim Test", forthnightlyTests: false, current: true },
    { academic_term_id: TERM_IDS[1], current: false },
    { academic_term_id: TERM_IDS[0] },
  ]);
  expect(classes?.body).toMatchObject([
    { class_id: graded.classId, assesment_type: "Grade", employee_id: null },
    { class_id: std1.classId, assesment_type: "Interim Test", employee_id: formTeacher.employeeId },
    { class_id: std2.classId, course_work_only: true },
  ]);
  expect(titles(subjects?.body)).toEqual(["Mathematics", "Physical Education", "Spanish"]);
  expect(titles(ofClass.body)).toEqual(["Mathematics", "Physical Education"]);
});

test("they are for who holds 8, and a term that has not begun is none", async () => {
  const principal = await createPrincipal();
  const paths = [...PATHS, "/api/term-configuration"];

  const statuses = await Promise.all(
    [null, principal, clerk].map(async (visitor) =>
      (await Promise.all(paths.map((path) => read(path, visitor)))).map(({ status }) => status),
    ),
  );
  const later = await Promise.all(paths.slice(1).map((path) => read(`${path}?academic_term_id=202620271`)));

  expect(statuses).toEqual([Array(4).fill(401), Array(4).fill(403), Array(4).fill(200)]);
  expect(later.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await read(`${PATHS[2]}?form_class_id=Std 9`)).status).toBe(404);
});

function read(path: string, visitor: Visitor = clerk) {
  return answered(getRequest(path, visitor));
}

function testOf(
  { subjectId }: { subjectId: number },
  title: string,
  test_id: number,
  assesment_title: string,
) {
  return { subject_id: subjectId, title, test_id, forthnightly_test_id: null, assesment_title };
}

function titles(body: unknown): string[] {
  return (body as { title: string }[]).map(({ title }) => title);
}
