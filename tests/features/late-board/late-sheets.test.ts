import { expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { AssessmentCriterion } from "#db/models/marks.ts";
import { listLateClasses } from "#db/queries/reports/late-classes.ts";
import { listLateMarkSheets } from "#db/queries/reports/late-sheets.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import {
  addCoTeacher,
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  TODAY,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents, type Student } from "#tests/support/builders/students.ts";

await freshDatabase();
await createSchool({ currentTerm: 3 });
const [first, second, third] = TERM_IDS;
await transaction(TEST, async (t) => {
  await runQuery(
    "update academic_terms set assessment_type = 'Forthnightly Test' where academic_term_id = $1",
    [second],
    t,
  );
  // The current term must include today, whenever this runs.
  await runQuery(
    `update academic_terms
        set term_start = current_date - 42, term_end = current_date + 38, next_term_start = current_date + 60
      where academic_term_id = $1`,
    [third],
    t,
  );
});
const teacher = await createTeacher();
const colleague = await createTeacher();

test("absent and no work count as entered, a blank row does not", async () => {
  const held = await createClass({ formClassId: "Std 1" });
  const maths = await createLesson(teacher, held);
  const students = (await createStudents(held, 4)) as [Student, Student, Student, Student];
  await createMark(students[0], maths, { termId: first, testId: 2, mark: 0 });
  await createMark(students[1], maths, { termId: first, testId: 2, attendance: 2 });
  await createMark(students[2], maths, { termId: first, testId: 2, attendance: 3 });
  await createMark(students[3], maths, { termId: first, testId: 2 });

  const sheets = await sheetsOf(held, first);

  expect(sheets).toEqual([
    { test: 2, entered: 3, expected: 4, due: true },
    { test: 1, entered: 0, expected: 4, due: true },
  ]);
});

test("a subject with criteria is entered when each has its grade; those of another level are not asked for", async () => {
  const held = await createClass({ formClassId: "2nd Year", assessmentType: "Grade" });
  const reading = await createLesson(teacher, held, { subject: "Reading" });
  const students = await createStudents(held, 3);
  const of = { subject_id: reading.subjectId, detail: "Reads" };
  const [one, two] = await Promise.all(
    students.map((student) => createMark(student, reading, { termId: first })),
  );
  await transaction(TEST, async (t) => {
    const criteria: number[] = [];
    for (const [position, form_level] of [2, 2, 3].entries()) {
      criteria.push((await AssessmentCriterion.insert({ ...of, form_level, position }, t)).criterion_id);
    }
    const statement =
      "insert into criterion_grades (mark_id, criterion_id, grade, version) values ($1, $2, 4, $3)";
    await runQuery(statement, [one?.markId, criteria[0], one?.version], t);
    await runQuery(statement, [two?.markId, criteria[0], two?.version], t);
    await runQuery(statement, [two?.markId, criteria[1], two?.version], t);
  });

  const sheets = await sheetsOf(held, first);

  expect(sheets).toEqual([{ test: 1, entered: 1, expected: 3, due: true }]);
});

test("in a fortnightly term the subject's own tests stand before the exam, and no course work", async () => {
  const held = await createClass({ formClassId: "Std 2" });
  const maths = await createLesson(teacher, held);
  await createStudents(held, 2);
  const [week2, week4] = [
    await createFortnightlyTest(held, { title: "Week 2", termId: second, testDate: "2026-01-16" }),
    await createFortnightlyTest(held, { title: "Week 4", termId: second, testDate: "2026-01-30" }),
  ];
  await createAssessment(maths, { termId: second, testId: 3, fortnightlyTestId: week4 });

  const sheets = await sheetsOf(held, second);

  expect(week2).not.toBe(week4);
  expect(sheets.map(({ test }) => test)).toEqual([3, 1]);
});

test("in a fortnightly term a result that needs course work has its sheet, due with the exam", async () => {
  const level = { formClassId: "1st Year" };
  const held = await createClass({ ...level, label: "1st Year W" });
  const byCriteria = await createClass({ ...level, label: "1st Year G", assessmentType: "Grade" });
  const [maths] = [await createLesson(teacher, held), await createLesson(teacher, byCriteria)];
  await createLesson(teacher, held, { subject: "Reading" });
  await createStudents(held, 1);
  await createStudents(byCriteria, 1);
  const weights = { level: 0, exceptions: [{ subject_id: maths.subjectId, weight: 30 }] };
  await transaction(TEST, (t) =>
    runQuery(
      `insert into report_card_settings (form_level, from_term_id, grading, card)
       values (1, $1, $2, '{"parts": [], "order": "attendance"}')`,
      [second, JSON.stringify({ ...DEFAULT_GRADING, weights })],
      t,
    ),
  );

  const sheets = await sheetsOf(held, second);

  expect(sheets.map(({ test }) => test).toSorted()).toEqual([1, 1, 2]);
  expect((await sheetsOf(byCriteria, second)).map(({ test }) => test)).toEqual([1]);
});

test("course work only has no exam, criteria have nothing else, chosen grades have both", async () => {
  const course = await createClass({ formClassId: "Std 3", courseWorkOnly: true });
  const criteria = await createClass({ formClassId: "1st Year", assessmentType: "Grade" });
  for (const held of [course, criteria]) {
    await createLesson(teacher, held);
    await createStudents(held, 1);
  }
  await createLesson(colleague, course, { subject: "Physical Education", subjectId: 8 });

  const ofCourse = await sheetsOf(course, first, "primary");
  const ofCriteria = await sheetsOf(criteria, first);

  expect(ofCourse.map(({ test }) => test)).toEqual([2, 2, 1]);
  expect(ofCriteria.map(({ test }) => test)).toEqual([1]);
});

test("a lesson by choice expects those who chose it with this teacher", async () => {
  const held = await createClass({ formClassId: "Std 4" });
  const chosen = await createLesson(teacher, held, { subject: "French", byChoice: true });
  await createLesson(colleague, held, { subject: "French", byChoice: true });
  const students = await createStudents(held, 3);
  await chooseLesson(chosen, students.slice(0, 2));

  const sheets = await sheetsOf(held, first);

  expect(sheets.map(({ expected }) => expected)).toEqual([2, 2]);
});

test("a sheet is due from its day on; without one the exam two weeks before the end, the other half way", async () => {
  const held = await createClass({ formClassId: "Std 5" });
  const dated = await createLesson(teacher, held, { subject: "Art" });
  await createLesson(teacher, held, { subject: "Music" });
  await createStudents(held, 1);
  await createAssessment(dated, { termId: third, testId: 1, testDate: "2000-01-01" });
  await createAssessment(dated, { termId: third, testId: 2, testDate: "2999-01-01" });

  const sheets = await sheetsOf(held, third);

  expect(sheets.map(({ test, due }) => [test, due])).toEqual([
    [2, false],
    [1, true],
    [2, true],
    [1, false],
  ]);
});

test("the substitute of today is to enter what is not over", async () => {
  const held = await createClass({ formClassId: "Std 5", label: "Std 5 S" });
  const [away, back, later] = [
    await createLesson(teacher, held, { subject: "Art" }),
    await createLesson(teacher, held, { subject: "Drama" }),
    await createLesson(teacher, held, { subject: "Music" }),
  ];
  await createStudents(held, 1);
  await transaction(TEST, async (t) => {
    const statement = `insert into substitutes (lesson_id, employee_id, from_date, to_date)
                       values ($1, $2, ${TODAY} + $3::integer, ${TODAY} + $4::integer)`;
    await runQuery(statement, [away.lessonId, colleague.employeeId, -1, 0], t);
    await runQuery(statement, [back.lessonId, colleague.employeeId, -3, -1], t);
    await runQuery(statement, [later.lessonId, colleague.employeeId, 1, 2], t);
  });

  const [now, past] = [await listLateMarkSheets(asked(third)), await listLateMarkSheets(asked(first))];

  const who = (sheets: typeof now) =>
    sheets
      .filter(({ class_id, test_id }) => class_id === held.classId && test_id === 1)
      .map(({ employee_id, substitute }) => [employee_id, substitute?.employee_id ?? null]);
  const own = [teacher.employeeId, null];
  expect(who(now)).toEqual([[teacher.employeeId, colleague.employeeId], own, own]);
  expect(who(past)).toEqual([own, own, own]);
});

test("a class has its teachers of that day, its students and its posting; one without students is left out", async () => {
  const [before, formTeacher, coTeacher] = [
    await createFormTeacher(),
    await createFormTeacher({ lastName: "Lead" }),
    await createFormTeacher({ lastName: "Shares" }),
  ];
  const held = await createClass({ formClassId: "2nd Year", label: "2nd Year X", formTeacher: before });
  await createClass({ formClassId: "2nd Year", label: "2nd Year empty" });
  await transaction(TEST, async (t) => {
    await runQuery("update class_teachers set to_date = '2025-10-01' where class_id = $1", [held.classId], t);
    await runQuery(
      "insert into class_teachers (class_id, employee_id, is_lead, from_date) values ($1, $2, true, '2025-10-02')",
      [held.classId, formTeacher.employeeId],
      t,
    );
    await runQuery(
      `insert into postings (academic_term_id, class_id, posted, date_posted)
       values ($1, null, true, '2025-12-12T14:30:00-04:00'), ($1, $2, false, null),
              ($3, null, true, '2026-03-27T14:30:00-04:00')`,
      [first, held.classId, second],
      t,
    );
  });
  await addCoTeacher(held, coTeacher);
  await createStudents(held, 3);

  const [one, two] = [await classOf(held, first), await classOf(held, second)];
  const labels = (await classesIn(first)).map(({ class_label }) => class_label);

  expect(one?.teachers.map(({ last_name }) => last_name)).toEqual(["Lead", "Shares"]);
  expect(one).toMatchObject({ reports: { total: 3, complete: 0, signed: 0 }, posted_on: null });
  expect(two).toMatchObject({ posted_on: "2026-03-27" });
  expect(labels).not.toContain("2nd Year empty");
});

test("a term that has not begun has no board", async () => {
  await transaction(TEST, (t) => runQuery("update schools set current_term_id = $1", [second], t));

  const board = [await listLateMarkSheets(asked(third)), await classesIn(third)];

  await transaction(TEST, (t) => runQuery("update schools set current_term_id = $1", [third], t));
  expect(board).toEqual([[], []]);
});

/** In a secondary school no grade is chosen. */
function asked(academicTermId: number, flavour: SchoolFlavour = "secondary") {
  return { academicTermId, flavour };
}

async function sheetsOf({ classId }: { classId: number }, termId: number, flavour?: SchoolFlavour) {
  const sheets = await listLateMarkSheets(asked(termId, flavour));
  return sheets
    .filter(({ class_id }) => class_id === classId)
    .map(({ test_id, entered, expected, is_due }) => ({ test: test_id, entered, expected, due: is_due }));
}

function classesIn(termId: number) {
  return listLateClasses(asked(termId));
}

async function classOf({ classId }: { classId: number }, termId: number) {
  return (await classesIn(termId)).find(({ class_id }) => class_id === classId);
}
