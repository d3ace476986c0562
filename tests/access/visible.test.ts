import { canReadAllClasses } from "#access/permissions.ts";
import { expect, test } from "vitest";
import {
  getVisibleClass,
  listVisibleLessons,
  getVisibleLesson,
  getVisibleTeacher,
} from "#access/visible.server.ts";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  assignDean,
  createClass,
  createLesson,
  createSchool,
} from "#tests/support/builders/school.ts";

await freshDatabase();
const { yearId, currentTermId } = await createSchool({ flavour: "secondary" });
const term = { academic_year_id: yearId, academic_term_id: currentTermId };
const admin = await createAdmin();
const principal = await createPrincipal();
const clerk = await createClerk();
const formTeacher = await createFormTeacher();
const coTeacher = await createFormTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const teacher = await createTeacher();
const stranger = await createTeacher();
const form2A = await createClass({ formClassId: "2A", formTeacher });
const form3A = await createClass({ formClassId: "3A", formTeacher: stranger });
await addCoTeacher(form2A, coTeacher);
await assignDean(form2A, dean);
const lesson = await createLesson(teacher, form2A);
await createLesson(teacher, form3A, { subject: "Physics" });

test.each([
  ["its teacher", teacher, "edits"],
  ["an admin", admin, "edits"],
  ["the principal", principal, "reads"],
  ["the form teacher of its class", formTeacher, "reads"],
  ["a co-teacher of its class", coTeacher, "reads"],
  ["the dean of its class", dean, "reads"],
  ["a teacher of another class", stranger, "notFound"],
  ["who manages students", clerk, "notFound"],
] as const)("a lesson and %s", async (_, { person }, expected) => {
  const found = await outcome(getVisibleLesson(person, { ...lesson, academicTermId: null }, noTransaction));

  expect(found).toBe(expected);
});

test("a lesson that does not exist is not found by an admin either", async () => {
  const found = await outcome(
    getVisibleLesson(admin.person, { lessonId: 999_999, academicTermId: null }, noTransaction),
  );

  expect(found).toBe("notFound");
});

test.each([
  ["an admin", admin, "edits"],
  ["its form teacher", formTeacher, "edits"],
  ["its co-teacher", coTeacher, "edits"],
  ["the principal", principal, "reads"],
  ["its dean", dean, "reads"],
  ["who manages students", clerk, "notFound"],
  ["a teacher who only takes a lesson in it", teacher, "notFound"],
  ["the form teacher of another class", stranger, "notFound"],
] as const)("a class and %s", async (_, { person }, expected) => {
  const found = await outcome(getVisibleClass(person, { ...form2A, academicTermId: null }, noTransaction));

  expect(found).toBe(expected);
});

test.each([
  ["a teacher", teacher, ["2A Mathematics", "3A Physics"]],
  ["a form teacher", formTeacher, ["2A Mathematics"]],
  ["a dean", dean, ["2A Mathematics"]],
  ["the principal", principal, ["2A Mathematics", "3A Physics"]],
  ["who manages students", clerk, []],
] as const)("the lessons of the year that %s may open", async (_, { person }, expected) => {
  const lessons = await listVisibleLessons(person, term, noTransaction);

  expect(lessons.map(({ class_label, subject }) => `${class_label} ${subject}`)).toEqual(expected);
});

test.each([
  ["oneself", teacher, "reads"],
  ["an admin", admin, "reads"],
  ["the principal", principal, "reads"],
  ["a colleague", stranger, "notFound"],
  ["the form teacher", formTeacher, "notFound"],
] as const)("a teacher's lessons and %s", async (_, { person }, expected) => {
  const found = await outcome(getVisibleTeacher(person, teacher.employeeId, noTransaction));

  expect(found).toBe(expected);
});

test("all classes are read by admins and the principal", () => {
  const people: Person[] = [admin, principal, clerk, formTeacher, dean].map(({ person }) => person);

  expect(people.map(canReadAllClasses)).toEqual([true, true, false, false, false]);
});

test.each([
  ["handed over yesterday", "to_date = current_date - 2", "notFound"],
  ["handed over at the end of today", "to_date = current_date + 1", "edits"],
  ["taken over from next week on", "from_date = current_date + 7", "notFound"],
])("a class that was %s", async (label, change, expected) => {
  const former = await createFormTeacher();
  const { classId } = await createClass({ formClassId: "4A", label, formTeacher: former });
  await transaction({ system: "tests" }, (t) =>
    runQuery(`update class_teachers set ${change} where class_id = $1`, [classId], t),
  );

  const found = await outcome(
    getVisibleClass(former.person, { classId, academicTermId: null }, noTransaction),
  );

  expect(found).toBe(expected);
});

async function outcome(looking: Promise<object>): Promise<string> {
  try {
    const found = await looking;
    return "canEdit" in found && found.canEdit ? "edits" : "reads";
  } catch (error) {
    return errorKind(error) ?? "a surprise";
  }
}
