import { expect, test } from "vitest";
import { z } from "zod";
import { API_ENDPOINTS } from "#api/index.ts";
import { createOperationId } from "#api/openapi/operation.ts";
import { createAdmin, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, createSubject } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { getRequest, type Visitor } from "#tests/support/request.ts";
import { answered } from "../answer.ts";

await freshDatabase();
const { currentTermId } = await createSchool();
const admin = await createAdmin();
const pierre = await createTeacher({ firstName: "Renée", lastName: "Pierre", permissions: [1, 3] });
await createTeacher({ firstName: "Zed", lastName: "Ali" });
const std4 = await createClass({ formClassId: "Std 4", formTeacher: pierre });
const std5 = await createClass({ formClassId: "Std 5" });
await createSubject("Spanish");
const lesson = await createLesson(pierre, std4, { subject: "Spanish" });
await createStudents(std4, [
  { studentId: "S-2", lastName: "Ali", firstName: "Rayhaan" },
  { studentId: "S-10", lastName: "Bâptiste", firstName: "Zoë" },
  { studentId: "S-1", lastName: "Charles", firstName: "Anna" },
]);
await createStudents(std5, [{ studentId: "S-3", lastName: "Guerra", firstName: "Anna" }]);

const LISTS = API_ENDPOINTS.filter(({ list }) => list !== null);
const SHEET = `/api/mark-sheet-students?academicTermId=${currentTermId}&lesson_id=${lesson.lessonId}&test=1`;

type Rows = Record<string, unknown>[];

async function listed(path: string, visitor: Visitor = admin) {
  const { status, headers, body } = await answered(getRequest(path, visitor));
  return { status, total: headers.get("X-Total-Count"), link: headers.get("Link"), body: body as Rows };
}

const idsOf = (rows: Rows) => rows.map(({ id }) => id);

test("every call that answers a list says by what it is sorted, and no other", () => {
  const answersList = ({ method, reply }: (typeof API_ENDPOINTS)[number]) =>
    method === "GET" &&
    (reply instanceof z.ZodArray ||
      (reply instanceof z.ZodObject && "total" in reply.shape && "data" in reply.shape));

  expect(LISTS.map(createOperationId)).toEqual(API_ENDPOINTS.filter(answersList).map(createOperationId));
  expect(LISTS.length).toBeGreaterThan(30);
});

test.each(LISTS.map((endpoint) => [createOperationId(endpoint), endpoint] as const))(
  "%s is sorted and searched by columns that it has",
  (_, { list, reply }) => {
    const row = reply instanceof z.ZodArray ? reply.element : (reply as z.ZodObject).shape["data"];
    const { shape } = (row instanceof z.ZodArray ? row.element : row) as z.ZodObject;

    expect(Object.keys(shape)).toEqual(
      expect.arrayContaining([...(list?.sort ?? []), ...(list?.search ?? [])]),
    );
    expect(list?.sort).not.toEqual([]);
  },
);

test.each(LISTS.map((endpoint) => [createOperationId(endpoint), endpoint] as const))(
  "%s refuses another column, and more rows than a page may have",
  async (_, { path }) => {
    const address = path.replaceAll(/:\w+/g, "1");

    for (const wrong of ["sort=version()", "sort=-", "page=0", "page=1e3", "per_page=201", "per_page=-1"]) {
      const { status, body } = await answered(getRequest(`${address}?${wrong}`, admin));
      const [field = ""] = wrong.split("=");
      expect([wrong, status, body]).toEqual([
        wrong,
        422,
        expect.objectContaining({
          errors: expect.objectContaining({ [field]: expect.anything() as unknown }) as unknown,
        }),
      ]);
    }
  },
);

test("without a word of pages the whole list comes, as it always did, with its total beside it", async () => {
  const students = await listed("/api/students");

  expect(idsOf(students.body)).toEqual(["S-2", "S-10", "S-1", "S-3"]);
  expect([students.total, students.link]).toEqual(["4", null]);
});

test.each([
  ["students", "/api/students?per_page=3", ["S-2", "S-10", "S-1"], ["S-3"]],
  ["a short list", "/api/form-classes?per_page=1&sort=-id&search=std", ["Std 5"], ["Std 4"]],
])("%s come by pages, each with the ways to the others", async (_, path, first, second) => {
  const one = await listed(path);
  const next = /<([^>]+)>; rel="next"/.exec(one.link ?? "")?.[1] ?? "";
  const two = await listed(next);
  const beyond = await listed(`${path}&page=99`);

  expect(idsOf(one.body)).toEqual(first);
  expect(idsOf(two.body).slice(0, second.length)).toEqual(second);
  expect(two.link).toMatch(/[?&]page=1>; rel="first"/);
  expect(one.total).toBe(two.total);
  expect([beyond.status, beyond.body, beyond.total]).toEqual([200, [], one.total]);
});

test("a way to another page says nothing that the call does not know", async () => {
  const { link } = await listed(`/api/students?per_page=1&junk=${"x".repeat(500)}`);

  expect(link).toContain('rel="next"');
  expect(link).not.toContain("junk");
});

test.each([
  ["id", ["S-1", "S-2", "S-3", "S-10"]],
  ["-id", ["S-10", "S-3", "S-2", "S-1"]],
  ["first_name,-last_name", ["S-3", "S-1", "S-2", "S-10"]],
  ["-form_level", ["S-3", "S-2", "S-10", "S-1"]],
  ["-form_class_id,gender,class", ["S-3", "S-2", "S-10", "S-1"]],
])("students by %s", async (sort, ids) => {
  expect(idsOf((await listed(`/api/students?sort=${sort}`)).body)).toEqual(ids);
});

test.each(["id", "employee_id", "first_name", "last_name", "gender"])(
  "employees by %s, forwards and backwards",
  async (column) => {
    const by = async (sort: string) =>
      (await listed(`/api/employees?sort=${sort},id`)).body.map((row) => row[column]);
    const [forwards, backwards] = [await by(column), await by(`-${column}`)];

    expect(forwards).toHaveLength(2);
    expect(backwards).toEqual(forwards.toReversed());
  },
);

test("names are found however they are written, and the total counts what was found", async () => {
  const students = await listed("/api/students?search=anna&per_page=1");
  const accents = await listed("/api/students?search=ZOE%20baptiste");
  const employees = await listed("/api/employees?search=renee");
  const wild = await listed("/api/students?search=%25");

  expect([students.total, students.body.length]).toEqual(["2", 1]);
  expect(idsOf(accents.body)).toEqual(["S-10"]);
  expect(employees.body).toMatchObject([{ last_name: "Pierre" }]);
  expect([wild.total, wild.body]).toEqual(["0", []]);
});

test("a list with a total in its body counts what was found there too", async () => {
  const page = await answered(getRequest(`${SHEET}&sort=-student_id&per_page=2`, pierre));
  const found = await answered(getRequest(`${SHEET}&search=anna`, pierre));

  expect(page.body).toMatchObject({ total: 3, data: [{ student_id: "S-10" }, { student_id: "S-2" }] });
  expect(found.body).toMatchObject({ total: 1, data: [{ student_id: "S-1" }] });
  expect(found.headers.get("X-Total-Count")).toBe("1");
});

test("a search that is too long is refused as that", async () => {
  const { status, body } = await answered(getRequest(`/api/students?search=${"a".repeat(81)}`, admin));

  expect([status, body]).toMatchObject([422, { errors: { search: ["This is too long."] } }]);
});

test("a search finds nobody beyond one's own rows, and the total does not count them", async () => {
  const { body, total } = await listed("/api/students?search=anna", pierre);

  expect(idsOf(body)).toEqual(["S-1"]);
  expect(total).toBe("1");
});
