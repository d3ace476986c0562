import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { addEmployee } from "#features/employees/add/new-employee.server.ts";
import { deleteEmployee } from "#features/employees/leave/leave.server.ts";
import { setDeanClasses } from "#features/employees/timetable/classes/dean-classes.server.ts";
import { setFormOrCoTeacher } from "#features/employees/timetable/classes/set-teacher-class.server.ts";
import { saveLesson } from "#features/employees/timetable/lessons/save-lesson.server.ts";
import { assignSubstitute } from "#features/employees/timetable/substitute/substitute.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST, YEAR_ID } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk({ userName: "clerk" });
const teacher = await createTeacher({ firstName: "Ann", lastName: "Baptiste" });
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 R", formTeacher: teacher });
const { lessonId, subjectId } = await createLesson(teacher, std1, { subject: "Science" });
const { classId } = std1;

const SCHOOL = {
  name: "",
  flavour: "primary",
  address: "",
  motto: "",
  timeZone: "America/Port_of_Spain",
} as const;
const LESSON = { was: null, wasByChoice: null, byChoice: null, subjectId, classId };
const CLASS = { academicYearId: YEAR_ID, wanted: { newOf: "Std 2" }, isLead: true, from: null, shown: null };

test("lessons and a class that a clerk takes, by every way there is, stand among the security events", async () => {
  const { person, employeeId } = clerk;

  await saveLesson(person, { ...LESSON, employeeId });
  await setFormOrCoTeacher(person, { ...CLASS, employeeId });
  await assignSubstitute(person, {
    ...(await daysAhead()),
    employeeId: teacher.employeeId,
    lessonIds: [lessonId],
    substituteId: employeeId,
    url: "",
  });
  await transaction(TEST, (t) => runQuery("update schools set flavour = 'secondary'", [], t));
  await setDeanClasses(person, { employeeId, formClassIds: ["Std 1"], shown: null });
  await transaction(TEST, (t) => runQuery("update schools set flavour = 'primary'", [], t));
  await deleteEmployee(person, {
    employeeId: teacher.employeeId,
    input: { status: 2, successor: employeeId },
    address: "",
    list: "",
  });

  expect(await noted()).toEqual([
    "clerk: Science, Std 1 R",
    expect.stringMatching(/^clerk: Std 2 \w+, form teacher$/),
    "clerk: substitute in Science, Std 1 R",
    "clerk: form dean of Std 1",
    "clerk: class and lessons of Ann Baptiste",
  ]);
});

test("so does what goes to an account that they made, and not what a colleague gives it", async () => {
  const [office, colleague] = [await createClerk(), await createClerk()];
  const employee = { firstName: "Pat", lastName: "Made", gender: null, userName: "pat.made" };
  const made = await addEmployee(office.person, { employee, school: SCHOOL, address: "" });
  if (made.kind !== "done-here") throw new Error("the employee was not added");
  const { employeeId } = made.result;
  const before = await noted();

  await saveLesson(colleague.person, { ...LESSON, employeeId });
  await setFormOrCoTeacher(office.person, { ...CLASS, wanted: { classId }, isLead: false, employeeId });

  expect((await noted()).slice(before.length)).toEqual(["pat.made: Std 1 R, co-teacher"]);
});

async function noted(): Promise<string[]> {
  const found = await queryRows<{ detail: string }>(
    "select detail from security_events where kind = 'own-teaching' order by event_id",
    [],
    noTransaction,
  );
  return found.map(({ detail }) => detail);
}

async function daysAhead(): Promise<{ from: string; to: string }> {
  const [found] = await queryRows<{ from: string; to: string }>(
    `select current_date::text as from, (current_date + 7)::text as to`,
    [],
    noTransaction,
  );
  return found ?? { from: "", to: "" };
}
