import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { saveMarks, retryUntilAnswered } from "#tests/support/saves.ts";
import {
  moveReportSubjectMarks,
  deleteReportSubjectMarks,
  describeSubjectMarksRejection,
  loadReportSubjectMarks,
} from "#features/term-reports/subject-row/subject-row.server.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import {
  TERM_IDS,
  TEST,
  createAssessment,
  createFortnightlyTest,
  createLesson,
  createSchool,
  createSubject,
} from "#tests/support/builders/school.ts";
import { createMark, createStudent } from "#tests/support/builders/students.ts";
import { createReportScenario } from "../../../support/builders/report-scenario.ts";

await freshDatabase();
await createSchool();
const admin = await createAdmin();

test("a subject row is deleted with all its marks, and the record of changes keeps them", async () => {
  const { student, lesson, subject } = await givenRow();
  await createMark(student, lesson, { testId: 2, mark: 12 });

  const deleted = await deleteReportSubjectMarks(admin.person, subject);

  expect(deleted).toEqual({ ok: true, marks: 2 });
  expect(await marksOf(student.id)).toEqual([]);
  const events = await queryRows(
    `select account_id, (old_values ->> 'mark')::float8 as mark from audit_events
      where table_name = 'marks' and operation = 'delete' and (old_values ->> 'student_key')::integer = $1 order by event_id`,
    [student.id],
    noTransaction,
  );
  expect(events).toEqual([
    { account_id: admin.accountId, mark: 84 },
    { account_id: admin.accountId, mark: 12 },
  ]);
});

test("a row of a subject that is no longer active can be corrected, and nothing moves to it", async () => {
  const { student, subject, schoolClass, key } = await givenRow();
  const spanish = await createLesson(await createTeacher(), schoolClass, { subject: "Spanish" });
  const retired = await createSubject("Typing");
  await transaction(TEST, (t) =>
    runQuery(
      "update subjects set is_active = false where subject_id in ($1, $2)",
      [subject.subjectId, retired],
      t,
    ),
  );

  const { url, marks } = await loadReport(admin.person, key);
  const view = await loadReportSubjectMarks(admin.person, key, subject.subjectId);
  const toRetired = await moveReportSubjectMarks(admin.person, subject, retired);
  const changed = await moveReportSubjectMarks(admin.person, subject, spanish.subjectId);

  expect(marks.subjects.map(({ editUrl }) => editUrl)).toContain(`${url}/subject/${subject.subjectId}`);
  expect(view.subject).toEqual({ subject_id: subject.subjectId, title: "Mathematics" });
  expect(view.subjects.map(({ title }) => title)).not.toContain("Typing");
  expect(toRetired).toEqual({ ok: false, reason: "no-such-subject" });
  expect(changed).toEqual({ ok: true, marks: 1 });
  expect(await marksOf(student.id)).toMatchObject([{ subject_id: spanish.subjectId, mark: 84 }]);
});

test("marks move to another subject and become those of its teacher", async () => {
  const { student, subject, schoolClass } = await givenRow();
  const colleague = await createTeacher();
  const spanish = await createLesson(colleague, schoolClass, { subject: "Spanish" });

  const changed = await moveReportSubjectMarks(admin.person, subject, spanish.subjectId);

  expect(changed).toEqual({ ok: true, marks: 1 });
  expect(await marksOf(student.id)).toEqual([
    { subject_id: spanish.subjectId, mark: 84, employee_id: colleague.employeeId },
  ]);
});

test("a page that read either row before the move meets it as a conflict, whichever row it saves", async () => {
  const { student, lesson, subject, schoolClass } = await givenRow();
  const colleague = await createTeacher();
  const spanish = await createLesson(colleague, schoolClass, { subject: "Spanish" });
  await createMark(student, spanish, { mark: null });
  const bases = (await versionsOf(student.id)).map(({ version }) => Number(version));
  await moveReportSubjectMarks(admin.person, subject, spanish.subjectId);

  const results = await Promise.all(
    [lesson, spanish].map(({ lessonId }, index) =>
      saveMarks(
        admin.person,
        { lessonId, academicTermId: subject.academicTermId, testId: 1, fortnightlyTestId: null },
        {
          saveId: `stale-${lessonId}`.padEnd(32, "0"),
          rows: [{ row: String(student.id), base: bases[index] ?? 0, changes: { mark: 11 } }],
        },
      ),
    ),
  );

  expect(
    results.map((saved) => saved.closed === null && saved.results.map(({ outcome }) => outcome)),
  ).toEqual([["conflict"], ["conflict"]]);
  expect(await marksOf(student.id)).toMatchObject([{ subject_id: spanish.subjectId, mark: 84 }]);
});

test("a subject that has marks already keeps them, and the refusal names them", async () => {
  const { student, subject } = await givenRow();
  const subjectId = await createSubject("Science");
  await createMark(student, { subjectId, employeeId: (await createTeacher()).employeeId }, { mark: 55 });
  await createMark(
    student,
    { subjectId, employeeId: (await createTeacher()).employeeId },
    { testId: 2, attendance: 2 },
  );

  const changed = await moveReportSubjectMarks(admin.person, subject, subjectId);

  expect(changed).toEqual({
    ok: false,
    reason: "taken",
    subject: "Science",
    marks: ["Mid Term absent", "End of Term 55 of 100"],
  });
  expect(changed.ok ? "" : describeSubjectMarksRejection(changed)).toBe(
    "This student already has marks in Science (Mid Term absent; End of Term 55 of 100).",
  );
  expect(await marksOf(student.id)).toHaveLength(3);
});

test("a row of the new subject that says nothing is not in the way", async () => {
  const { student, subject } = await givenRow();
  const subjectId = await createSubject("Music");
  await createMark(student, { subjectId, employeeId: (await createTeacher()).employeeId });

  const changed = await moveReportSubjectMarks(admin.person, subject, subjectId);

  expect(changed).toEqual({ ok: true, marks: 1 });
  expect(await marksOf(student.id)).toMatchObject([{ subject_id: subjectId, mark: 84 }]);
});

test("a chosen grade does not move to a subject whose grade follows from its mark", async () => {
  const { student, subject, lesson } = await givenRow();
  await createMark(student, lesson, { testId: 2, grade: "B" });
  const subjectId = await createSubject("Social Studies");

  const changed = await moveReportSubjectMarks(admin.person, subject, subjectId);

  expect(changed).toEqual({
    ok: false,
    reason: "unseen",
    subject: "Social Studies",
    marks: ["Mid Term grade B"],
  });
  expect(changed.ok ? "" : describeSubjectMarksRejection(changed)).toBe(
    "In Social Studies, these marks would no longer appear on any mark sheet: Mid Term grade B.",
  );
  expect(await marksOf(student.id)).toHaveLength(2);
});

test("a fortnightly mark moves to a subject that has the test, and to no other", async () => {
  const { student, subject, lesson, schoolClass } = await givenRow();
  const fortnightlyTestId = await createFortnightlyTest(schoolClass, { title: "1st Test" });
  await createAssessment(lesson, { testId: 3, fortnightlyTestId, maxMark: 20 });
  await createMark(student, lesson, { testId: 3, fortnightlyTestId, mark: 12, maxMark: 20 });
  const subjectId = await createSubject("Agricultural Science");

  const without = await moveReportSubjectMarks(admin.person, subject, subjectId);
  await createAssessment({ classId: schoolClass.classId, subjectId }, { testId: 3, fortnightlyTestId });
  const withTest = await moveReportSubjectMarks(admin.person, subject, subjectId);

  expect(without).toMatchObject({ ok: false, reason: "unseen", marks: ["1st Test 12 of 20"] });
  expect(withTest).toEqual({ ok: true, marks: 2 });
});

test("a first save and a move at the same moment end one after the other, and nothing is lost", async () => {
  const given = await createReportScenario({ students: 12 });
  const { subjectId, lessonId } = await createLesson(given.teacher, given.schoolClass, {
    subject: "Grammar",
  });
  for (const student of given.students) await createMark(student, given.lesson, { mark: 84 });
  const of = { academicTermId: given.key.academicTermId, subjectId: given.lesson.subjectId };

  const outcomes = await Promise.all(
    given.students.map(async ({ id }) => {
      const [moved, saved] = await Promise.all([
        retryUntilAnswered(() => moveReportSubjectMarks(admin.person, { ...of, studentKey: id }, subjectId)),
        retryUntilAnswered(() =>
          saveMarks(
            given.teacher.person,
            { lessonId, academicTermId: of.academicTermId, testId: 1, fortnightlyTestId: null },
            { saveId: `first-save-${id}`, rows: [{ row: String(id), base: 0, changes: { mark: 11 } }] },
          ),
        ),
      ]);
      return [
        moved.ok ? "moved" : moved.reason,
        saved.closed === null ? saved.results[0]?.outcome : saved.closed.why,
      ].join(", ");
    }),
  );

  expect(outcomes.filter((outcome) => outcome !== "moved, conflict" && outcome !== "taken, saved")).toEqual(
    [],
  );
  const stored = await Promise.all(given.students.map(({ id }) => marksOf(id)));
  expect(stored.map((marks) => marks.length)).toEqual(
    outcomes.map((outcome) => (outcome === "moved, conflict" ? 1 : 2)),
  );
});

test("grades by criteria stay with their subject", async () => {
  const { subject, markId } = await givenRow();
  await transaction(TEST, async (t) => {
    await runQuery(
      "insert into assessment_criteria (criterion_id, subject_id, form_level, detail, position) values (900, $1, 3, 'Counts', 1)",
      [subject.subjectId],
      t,
    );
    await runQuery(
      "insert into criterion_grades (mark_id, criterion_id, grade, version) values ($1, 900, 4, 1)",
      [markId],
      t,
    );
  });

  const changed = await moveReportSubjectMarks(admin.person, subject, await createSubject("Drama"));

  expect(changed).toEqual({ ok: false, reason: "by-criteria" });
});

test.each([
  [
    "past-term",
    async () => ({ ...(await givenRow({ termId: TERM_IDS[1] })).subject, to: await createSubject("Art") }),
  ],
  ["no-such-subject", async () => ({ ...(await givenRow()).subject, to: 987_654 })],
  [
    "nothing-there",
    async () => ({
      ...(await givenRow()).subject,
      subjectId: await createSubject("Chess"),
      to: await createSubject("Art"),
    }),
  ],
  [
    "same-subject",
    async () => {
      const { subject } = await givenRow();
      return { ...subject, to: subject.subjectId };
    },
  ],
] as const)("a change is refused: %s", async (reason, given) => {
  const { to, ...subject } = await given();

  expect(await moveReportSubjectMarks(admin.person, subject, to)).toEqual({ ok: false, reason });
});

test("a row that is not there, or of a term that is over, is not deleted", async () => {
  const [{ subject }, past] = [await givenRow(), await givenRow({ termId: TERM_IDS[0] })];

  const none = await deleteReportSubjectMarks(admin.person, {
    ...subject,
    subjectId: await createSubject("Chess"),
  });
  const over = await deleteReportSubjectMarks(admin.person, past.subject);

  expect(none).toEqual({ ok: false, reason: "nothing-there" });
  expect(over).toEqual({ ok: false, reason: "past-term" });
});

test("only administrators change rows, and a student who was in no class has none", async () => {
  const { subject, teacher } = await givenRow();
  const [principal, stranger] = [await createPrincipal(), await createStudent()];

  for (const { person } of [teacher, principal])
    await expect(deleteReportSubjectMarks(person, subject)).rejects.toMatchObject({ kind: "forbidden" });
  await expect(
    deleteReportSubjectMarks(admin.person, { ...subject, studentKey: stranger.id }),
  ).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("the dialog says what would go, and which subjects are free", async () => {
  const { subject, key } = await givenRow();
  const free = await createSubject("Geography");

  const view = await loadReportSubjectMarks(admin.person, key, subject.subjectId);

  expect(view.marks).toEqual(["End of Term 84 of 100"]);
  expect(view.subjects).toContainEqual({ subject_id: free, title: "Geography", taken: false });
  expect(view.subjects.map(({ subject_id }) => subject_id)).not.toContain(subject.subjectId);
});

async function givenRow({ termId = TERM_IDS[2] }: { termId?: number } = {}) {
  const given = await createReportScenario({ termId });
  const { markId } = await createMark(given.student, given.lesson, { mark: 84, termId });
  const subject = { studentKey: given.student.id, academicTermId: termId, subjectId: given.lesson.subjectId };
  return { ...given, markId, subject };
}

function marksOf(studentKey: number) {
  return queryRows(
    "select subject_id, mark::float8 as mark, employee_id from marks where student_key = $1 order by subject_id, test_id",
    [studentKey],
    noTransaction,
  );
}

function versionsOf(studentKey: number): Promise<{ version: string }[]> {
  return queryRows(
    "select version from marks where student_key = $1 order by mark_id",
    [studentKey],
    noTransaction,
  );
}
