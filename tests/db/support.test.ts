import { expect, test } from "vitest";
import { noTransaction, queryRow } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents } from "#tests/support/builders/students.ts";

await freshDatabase();

test("a school with everything that a sheet needs", async () => {
  await createSchool({ assessmentType: "Forthnightly Test" });
  await createAdmin();
  const formTeacher = await createFormTeacher();
  const teacher = await createTeacher();
  const std1 = await createClass({ formTeacher });
  const students = await createStudents(std1, 30);
  const lesson = await createLesson(teacher, std1, { byChoice: true });
  await chooseLesson(lesson, students.slice(0, 10));
  const fortnightlyTestId = await createFortnightlyTest(std1, { title: "Week 2" });
  await createAssessment(lesson, { testId: 3, fortnightlyTestId, maxMark: 20 });
  await Promise.all(students.map((student) => createMark(student, lesson, { mark: 50 })));

  const counted = await queryRow(
    "select count(*)::integer as marks, count(distinct student_key)::integer as students from marks",
    [],
    noTransaction,
  );

  expect(counted).toEqual({ marks: 30, students: 30 });
});
