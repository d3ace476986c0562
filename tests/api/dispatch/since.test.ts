import { expect, test } from "vitest";
import { queryRows, transaction } from "#db/index.ts";
import {
  createAdmin,
  createFormTeacher,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { getRequest, sendJson } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();
const formTeacher = await createFormTeacher();
const teacher = await createTeacher({ permissions: [1, 2] });
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 A", formTeacher });
const maths = await createLesson(teacher, std4);
await createStudents(std4, [
  { studentId: "A1", lastName: "Ali" },
  { studentId: "B1", lastName: "Brown" },
]);
const others = await createClass({ formClassId: "Std 5" });
await createStudents(others, [{ studentId: "Z1", lastName: "Zachary" }]);

const TERM = TERM_IDS[2];
const STUDENTS = "/api/students?sort=id";
const MARKS = `/api/mark-sheet-students?academicTermId=${TERM}&lesson_id=${maths.lessonId}&employeeId=${teacher.employeeId}`;
const RECORDS = `/api/student-term-details?academic_term_id=${TERM}&form_class_id=Std+4&employee_id=${formTeacher.employeeId}`;

type Told = { students: string[]; version: string; total: number; status: number };

async function told(path: string, since: string | null, visitor: SignedIn = admin): Promise<Told> {
  const input = since === null ? path : `${path}&since=${encodeURIComponent(since)}`;
  const { status, headers, body } = await answered(getRequest(input, visitor));
  const list = (Array.isArray(body) ? body : (body as { data?: unknown[] }).data) ?? [];
  const students = (list as { id?: string; student_id?: string }[]).map(
    (item) => item.student_id ?? item.id ?? "",
  );
  return {
    students,
    status,
    version: headers.get("X-Version") ?? "",
    total: Number(headers.get("X-Total-Count")),
  };
}

/**
 * Waits for a version since which nothing has changed: writes of other tests' databases on this server make it report
 * more.
 */
async function settled(path: string, visitor: SignedIn = admin): Promise<string> {
  let version = "";
  await expect
    .poll(async () => {
      ({ version } = await told(path, null, visitor));
      return (await told(path, version, visitor)).students;
    })
    .toEqual([]);
  return version;
}

function rename(studentId: string, t: Parameters<Parameters<typeof transaction>[1]>[0]): Promise<unknown> {
  return queryRows(
    "update students set first_name = first_name || 'a' where student_id = $1 returning id",
    [studentId],
    t,
  );
}

const saved = (mark: number) =>
  answered(
    sendJson(
      "/api/mark-record",
      { student_id: "B1", academic_term_id: TERM, test_id: 1, mark, lesson_id: maths.lessonId },
      teacher,
    ),
  );

test.each([
  { list: STUDENTS, of: ["A1", "B1", "Z1"] },
  { list: MARKS, of: ["A1", "B1"] },
  { list: RECORDS, of: ["A1", "B1"] },
])(
  "of $list the whole first, then nothing while nothing changes, then who was changed",
  async ({ list, of }) => {
    const first = await told(list, null);
    const version = await settled(list);
    const second = await told(list, version);
    await transaction(TEST, (t) => rename("B1", t));
    const third = await told(list, version);

    expect(first.students).toEqual(of);
    expect(second).toMatchObject({ students: [], total: of.length });
    expect(third).toMatchObject({ students: ["B1"], total: of.length });
  },
);

test("a mark is told with marks and records, entered as emptied, and not with the list of students", async () => {
  const lists = [MARKS, RECORDS, STUDENTS];
  const before = await Promise.all(lists.map((list) => settled(list)));
  expect((await saved(40)).status).toBe(200);
  const entered = await Promise.all(lists.map((list, index) => told(list, before[index] ?? "")));
  const between = await Promise.all(lists.map((list) => settled(list)));
  const cell = { student_id: "B1", academic_term_id: TERM, subject_id: maths.subjectId };
  expect((await answered(sendJson("/api/student-term-mark", cell, admin, "DELETE"))).status).toBe(200);
  const deleted = await Promise.all(lists.map((list, index) => told(list, between[index] ?? "")));

  expect(entered.map(({ students }) => students)).toEqual([["B1"], ["B1"], []]);
  expect(deleted.map(({ students }) => students)).toEqual([["B1"], ["B1"], []]);
});

test("what was begun before the version and is committed after it is not missed, whatever came in between", async () => {
  let commit = () => {};
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const late = transaction(TEST, async (t) => {
    await rename("A1", t);
    begun();
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await isBegun;
  await transaction(TEST, (t) => rename("B1", t));
  const { version } = await told(STUDENTS, null);
  await transaction(TEST, (t) => rename("Z1", t));
  const between = await told(STUDENTS, version);
  commit();
  await late;

  const after = await told(STUDENTS, between.version);

  expect(between.students).not.toContain("A1");
  expect(between.students).toContain("Z1");
  expect(after.students).toContain("A1");
  await settled(STUDENTS);
});

test("a class or who leads it stands in every row: all are told; who left shows in the total", async () => {
  const { version } = await told(STUDENTS, null);
  await transaction(TEST, (t) =>
    queryRows(
      "update classes set label = 'Std 4 Z' where class_id = $1 returning class_id",
      [std4.classId],
      t,
    ),
  );
  const renamed = await told(STUDENTS, version);
  const unchanged = await settled(STUDENTS);
  await transaction(TEST, (t) =>
    queryRows("update students set student_status_id = 2 where student_id = 'Z1' returning id", [], t),
  );
  const left = await told(STUDENTS, unchanged);

  expect(renamed.students).toEqual(["A1", "B1", "Z1"]);
  expect(left).toMatchObject({ students: [], total: 2 });
  await transaction(TEST, (t) =>
    queryRows("update students set student_status_id = 1 where student_id = 'Z1' returning id", [], t),
  );
});

test("a class that somebody was given today, and not any more, is told of again", async () => {
  const unled = await createClass({ formClassId: "Std 3", label: "Std 3 A" });
  await createStudents(unled, [{ studentId: "Y1", lastName: "Yearwood" }]);
  const of = { employee_id: teacher.employeeId, academic_year_id: YEAR_ID };
  const given = await answered(
    sendJson("/api/form-teacher-class", { ...of, class_id: unled.classId, form_class_id: "Std 3" }, admin),
  );
  const version = await settled(STUDENTS);

  const taken = await answered(sendJson("/api/form-teacher-class", { ...of, form_class_id: null }, admin));

  expect([given.status, taken.status]).toEqual([200, 200]);
  expect((await told(STUDENTS, version)).students).toContain("Y1");
  await transaction(TEST, (t) =>
    queryRows("update students set student_status_id = 3 where student_id = 'Y1' returning id", [], t),
  );
});

test("nobody is told more than the list shows them", async () => {
  const version = await settled(STUDENTS, formTeacher);
  await transaction(TEST, (t) => rename("Z1", t));
  await transaction(TEST, (t) => rename("A1", t));

  expect((await told(STUDENTS, version, formTeacher)).students).toEqual(["A1"]);
});

test.each([
  ["that is none", () => "17"],
  ["of another database", (version: string) => version.replace(/^[\d-]+/, "1-1")],
  ["that is not reached yet", (version: string) => version.replace(/\.\d+\./, ".999999999999.")],
  ["from the beginning", (version: string) => version.replace(/\.\d+\./, ".3.")],
  ["of no day", (version: string) => version.replace(/[\d-]+$/, "2026-13-45")],
])("a version %s tells all", async (_, made) => {
  const { version } = await told(STUDENTS, null);

  const answer = await told(STUDENTS, made(version));

  expect(answer).toMatchObject({ status: 200, students: ["A1", "B1", "Z1"], total: 3 });
});

test.each(["page=1", "per_page=5"])("what changed is told of the whole list, not with %s", async (page) => {
  const { version } = await told(STUDENTS, null);

  const { status, body } = await answered(getRequest(`${STUDENTS}&${page}&since=${version}`, admin));

  expect([status, body]).toMatchObject([
    422,
    {
      errors: { since: ["Only the whole list can be compared with your copy: leave out page and per_page."] },
    },
  ]);
});
