import { expect, test } from "vitest";
import { queryRows, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createFormTeacher } from "#tests/support/builders/people.ts";
import { getRequest, sendJson } from "#tests/support/request.ts";
import {
  createClass,
  createLesson,
  createSchool,
  TEST,
  type Lesson,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { answered } from "./answer.ts";

await freshDatabase();
const { currentTermId } = await createSchool();
const teacher = await createFormTeacher();
const std1 = await createClass({ formClassId: "Std 1", formTeacher: teacher });
const infants = await createClass({ formClassId: "1st Year", assessmentType: "Grade", formTeacher: teacher });
await createStudents(std1, [{ studentId: "A1" }]);
await createStudents(infants, [{ studentId: "I1" }]);

test("a subject whose grade is chosen takes a grade", async () => {
  const art = await createLesson(teacher, std1, { subject: "Art", subjectId: 7 });

  const saved = await save(art, { student_id: "A1", grade: "B" });
  const wrong = await save(art, { student_id: "A1", grade: "E" });

  expect(saved.body).toMatchObject({ data: { grade: "B", mark: null }, replaced: { grade: null } });
  expect(wrong.body).toMatchObject({ errors: { grade: ["enter one of the grades A, B, C, D, R"] } });
});

test("a class that is graded by criteria takes a grade for each", async () => {
  const reading = await createLesson(teacher, infants, { subject: "Reading" });
  const [aloud, listens] = await criteria(reading.subjectId);

  const first = await save(reading, { student_id: "I1", grades: { [aloud]: 4, [listens]: 3 } });
  const second = await save(reading, { student_id: "I1", grades: { [listens]: 5 } });
  const wrong = await save(reading, { student_id: "I1", grades: { [aloud]: 6 } });
  const { body } = await answered(
    getRequest(
      `/api/mark-sheet-students?lesson_id=${reading.lessonId}&academicTermId=${currentTermId}`,
      teacher,
    ),
  );

  expect(first.body).toMatchObject({ data: { grades: { [aloud]: 4, [listens]: 3 } } });
  expect(second.body).toMatchObject({ replaced: { grades: { [listens]: 3 } } });
  expect(wrong.status).toBe(422);
  expect(body).toMatchObject({ data: [{ grades: { [aloud]: 4, [listens]: 5 } }] });
});

function save({ lessonId }: Lesson, record: object) {
  const input = { lesson_id: lessonId, academic_term_id: currentTermId, ...record };
  return answered(sendJson("/api/mark-record", input, teacher));
}

async function criteria(subjectId: number): Promise<[number, number]> {
  const made = await transaction(TEST, (t) =>
    queryRows<{ id: number }>(
      `insert into assessment_criteria (subject_id, form_level, detail, position)
       values ($1, 1, 'Reads aloud', 1), ($1, 1, 'Listens', 2) returning criterion_id as id`,
      [subjectId],
      t,
    ),
  );
  return [made[0]?.id ?? 0, made[1]?.id ?? 0];
}
