import { expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { describeTargets } from "#features/unsent/name-rows.server.ts";
import type { TargetDescription } from "#saving/client/target-names.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createFormTeacher,
  createTeacher,
  type Colleague,
} from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  type Lesson,
} from "#tests/support/builders/school.ts";
import {
  chooseLesson,
  createStudents,
  registerStudents,
  type Student,
} from "#tests/support/builders/students.ts";

await freshDatabase();
await createSchool();

const TERM = TERM_IDS[2];

test("a teacher's own sheet is named with its students and the way to it", async () => {
  const { teacher, lesson, students } = await taught("Std 1");

  const [named] = await describeTargets(teacher.person, [asked(lesson, students)]);

  expect(named).toMatchObject({
    title: "Mathematics, Std 1",
    about: "End of Term, 2025-2026, Term 3",
    url: `/app/mark-sheet/${lesson.lessonId}/${TERM}/1`,
  });
  expect(named?.names).toEqual(namesOf(students));
});

test("a student who left the class meanwhile is still named to whom they were taught by", async () => {
  const { teacher, lesson, students } = await taught("Std 2");
  const elsewhere = await createClass({ formClassId: "Std 2", label: "Std 2 other" });
  await registerStudents(elsewhere, students.slice(0, 1));

  const [named] = await describeTargets(teacher.person, [asked(lesson, students)]);

  expect(named?.names).toEqual(namesOf(students));
});

test("who was taken off a class still reads whose marks were refused, without a way to the sheet", async () => {
  const { teacher, lesson, students } = await taught("Std 3");
  const successor = await createTeacher();
  await change("update lessons set employee_id = $1 where lesson_id = $2", [
    successor.employeeId,
    lesson.lessonId,
  ]);

  const [named] = await describeTargets(teacher.person, [asked(lesson, students)]);

  expect(named).toMatchObject({ title: "Mathematics, Std 3", url: null, names: namesOf(students) });
});

test("a lesson that was taken out of the timetable is named as it was", async () => {
  const { teacher, lesson, students } = await taught("Std 4");
  await change("delete from lessons where lesson_id = $1", [lesson.lessonId]);

  const [named] = await describeTargets(teacher.person, [asked(lesson, students)]);

  expect(named).toMatchObject({ title: "Mathematics, Std 4", url: null, names: namesOf(students) });
});

test("who joined after the class was taken away is not named", async () => {
  const { teacher, lesson, students, schoolClass } = await taught("Std 5");
  const successor = await createTeacher();
  await change("update lessons set employee_id = $1 where lesson_id = $2", [
    successor.employeeId,
    lesson.lessonId,
  ]);
  const [late] = await createStudents(schoolClass, 1);

  const [named] = await describeTargets(teacher.person, [
    asked(lesson, [...students, ...(late ? [late] : [])]),
  ]);

  expect(named?.names).toEqual(namesOf(students));
});

test("another teacher's lesson, another class's student and what is no sheet are not named", async () => {
  const { lesson, students, teacher } = await taught("1st Year");
  const { lesson: other, students: others } = await taught("2nd Year");

  const named = await describeTargets(teacher.person, [
    asked(other, others),
    asked(lesson, [...students, ...others]),
    { target: "/app/profile", rows: ["1"] },
    { target: `/app/mark-sheet/999999/${TERM}/1/save`, rows: ["1"] },
  ]);

  expect(named.map(({ names }) => names)).toEqual([namesOf(students)]);
});

test("of a lesson by choice only those who chose it are named", async () => {
  const teacher = await createTeacher();
  const schoolClass = await createClass({ formClassId: "Std 1", label: "Std 1 by choice" });
  const lesson = await createLesson(teacher, schoolClass, { subject: "Music", byChoice: true });
  const students = await createStudents(schoolClass, 3);
  await chooseLesson(lesson, students.slice(0, 2));

  const before = await describeTargets(teacher.person, [asked(lesson, students)]);
  await change("delete from lessons where lesson_id = $1", [lesson.lessonId]);
  const after = await describeTargets(teacher.person, [asked(lesson, students)]);

  expect([before, after].map(([named]) => named?.names)).toEqual([
    namesOf(students.slice(0, 2)),
    namesOf(students.slice(0, 2)),
  ]);
});

test("a report is named to its form teacher, also when the class was handed over since, and to nobody else", async () => {
  const formTeacher = await createFormTeacher();
  const stranger = await createFormTeacher();
  const schoolClass = await createClass({ formClassId: "Std 2", label: "Std 2 reports", formTeacher });
  const [student] = await createStudents(schoolClass, 1);
  const report = {
    target: `/app/term-reports/${schoolClass.classId}/${TERM}/${student?.id}/save`,
    rows: [String(student?.id)],
  };

  const own = await describeTargets(formTeacher.person, [report]);
  const others = await describeTargets(stranger.person, [report]);
  await change("update class_teachers set to_date = current_date - 2 where class_id = $1", [
    schoolClass.classId,
  ]);
  const formerly = await describeTargets(formTeacher.person, [report]);

  expect(own).toMatchObject([
    {
      title: "Term report, Std 2 reports",
      about: "2025-2026, Term 3",
      url: report.target.replace("/save", ""),
    },
  ]);
  expect(others).toEqual([]);
  expect(formerly).toMatchObject([{ title: "Term report, Std 2 reports", url: null }]);
});

test("an admin is named everything", async () => {
  const admin = await createAdmin();
  const { lesson, students } = await taught("2nd Year", "2nd Year B");

  const [named] = await describeTargets(admin.person, [asked(lesson, students)]);

  expect(named?.names).toEqual(namesOf(students));
});

async function taught(formClassId: string, label = formClassId) {
  const teacher: Colleague = await createTeacher();
  const schoolClass = await createClass({ formClassId, label });
  const lesson = await createLesson(teacher, schoolClass);
  const students = await createStudents(schoolClass, 2);
  return { teacher, schoolClass, lesson, students };
}

function asked({ lessonId }: Lesson, students: readonly Student[]) {
  return { target: `/app/mark-sheet/${lessonId}/${TERM}/1/save`, rows: students.map(({ id }) => String(id)) };
}

function namesOf(students: readonly Student[]): TargetDescription["names"] {
  return Object.fromEntries(
    students.map(({ id, firstName, lastName }) => [String(id), `${lastName}, ${firstName}`]),
  );
}

function change(sql: string, bind: unknown[]): Promise<void> {
  return transaction({ system: "tests" }, (t) => runQuery(sql, bind, t));
}
