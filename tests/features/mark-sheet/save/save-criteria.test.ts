import { expect, test } from "vitest";
import { openTestConnection } from "#tests/support/postgres/connection-of.ts";
import { noTransaction, queryRows, transaction } from "#db/index.ts";
import { saveMarks } from "#tests/support/saves.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { waitForLockWait } from "#tests/support/locks.ts";
import { createAdmin, createTeacher } from "#tests/support/builders/people.ts";
import { AssessmentCriterion } from "#db/models/marks.ts";
import { TERM_IDS, TEST, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

const databaseUrl = await freshDatabase();
await createSchool();
const admin = await createAdmin();

test("two people who grade different criteria of one student at the same moment both keep their grade", async () => {
  const { teacher, key, student, fields } = await givenCriteria();
  const [one, other] = fields;
  const first = await save({ who: teacher.person, values: { [one]: 1, [other]: 1 }, base: 0 });
  const base = first.stored.version;
  const holder = await openTestConnection(databaseUrl);
  await holder.query("begin");
  await holder.query("select 1 from marks where student_key = $1 for update", [student]);

  const both = [
    save({ who: admin.person, values: { [one]: 5 }, base }),
    save({ who: teacher.person, values: { [other]: 3 }, base }),
  ];
  // Each save waits in short turns, and between them it is not visible.
  await waitForLockWait();
  await holder.query("rollback");
  const outcomes = (await Promise.all(both)).map(({ outcome }) => outcome);

  expect(outcomes).toEqual(["saved", "saved"]);
  const grades = await queryRows<{ grade: number }>(
    `select g.grade from criterion_grades g join marks using (mark_id) where student_key = $1 order by g.criterion_id`,
    [student],
    noTransaction,
  );
  expect(grades.map(({ grade }) => grade)).toEqual([5, 3]);

  async function save({
    who,
    values,
    base: from,
  }: {
    who: typeof admin.person;
    values: Record<string, number>;
    base: number;
  }) {
    const saved = await saveMarks(who, key, {
      saveId: `criteria-${who.accountId}-${from}`,
      rows: [{ row: String(student), base: from, changes: values }],
    });
    const result = saved.closed === null ? saved.results[0] : undefined;
    if (!result) throw new Error("not saved");
    return result;
  }
});

test("a criterion that is refused holds back no other, and falls with the attendance that was said with it", async () => {
  const { teacher, key, student, fields } = await givenCriteria("Writing");
  const [one, other] = fields;
  const save = (saveId: string, changes: Record<string, number>) =>
    saveMarks(teacher.person, key, { saveId, rows: [{ row: String(student), base: null, changes }] });

  const alone = await save("one-refused", { [one]: 9, [other]: 4 });
  const together = await save("all-refused", { attendance: 2, [one]: 5 });

  expect(alone).toMatchObject({
    results: [{ refusals: [{ field: one, fields: [one] }], stored: { values: { [one]: null, [other]: 4 } } }],
  });
  expect(together).toMatchObject({
    results: [
      { refusals: [{ field: one, fields: [one, "attendance"] }], stored: { values: { attendance: 1 } } },
    ],
  });
});

async function givenCriteria(subject = "Reading") {
  const teacher = await createTeacher();
  const label = `1st Year ${subject}`;
  const schoolClass = await createClass({ formClassId: "1st Year", label, assessmentType: "Grade" });
  const lesson = await createLesson(teacher, schoolClass, { subject });
  const [student] = await createStudents(schoolClass, 1);
  const ids = await transaction(TEST, async (t) => {
    const made = [];
    for (const position of [1, 2]) {
      const of = { subject_id: lesson.subjectId, form_level: 1, detail: `Criterion ${position}` };
      made.push((await AssessmentCriterion.insert({ ...of, position }, t)).criterion_id);
    }
    return made;
  });
  const key = {
    lessonId: lesson.lessonId,
    academicTermId: TERM_IDS[2],
    testId: 1,
    fortnightlyTestId: null,
  } as const;
  const fields = ids.map((id) => `criterion_${id}`) as [string, string];
  return { teacher, key, student: student?.id ?? 0, fields };
}
