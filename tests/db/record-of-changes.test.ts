import { expect, test } from "vitest";
import { setSaveId, noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudent, createStudents } from "#tests/support/builders/students.ts";

await freshDatabase();

await createSchool();
const teacher = await createTeacher();
const std1 = await createClass({ formTeacher: teacher });
const lesson = await createLesson(teacher, std1);

type Event = {
  actor: string;
  account_id: number | null;
  save_id: string | null;
  row_id: string;
  version: number | null;
  operation: string;
  old_values: Record<string, unknown> | null;
  new_values: Record<string, unknown> | null;
};

test("a new row is told with its values, who gave them and under which save", async () => {
  const student = await createStudent();

  await transaction(
    { accountId: teacher.accountId },
    (t) =>
      runQuery(
        `insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark)
         values ($1, 202520263, $2, 1, 88, 100)`,
        [student.id, lesson.subjectId],
        t,
      ),
    { saveId: "save-1" },
  );

  const [mark] = await queryRows<{ mark_id: number; version: number }>(
    "select mark_id, version from marks where student_key = $1",
    [student.id],
    noTransaction,
  );
  const events = await eventsOf("marks", String(mark?.mark_id));
  expect(events).toEqual([
    {
      actor: `account:${teacher.accountId}`,
      account_id: teacher.accountId,
      save_id: "save-1",
      row_id: String(mark?.mark_id),
      version: mark?.version,
      operation: "insert",
      old_values: null,
      new_values: {
        mark_id: mark?.mark_id,
        student_key: student.id,
        academic_term_id: 202520263,
        subject_id: lesson.subjectId,
        test_id: 1,
        mark: 88,
        max_mark: 100,
        attendance: 1,
      },
    },
  ]);
});

test("a change is told by the changed columns alone", async () => {
  const [student] = await createStudents(std1, 1);
  const { markId } = await createMark({ id: Number(student?.id) }, lesson, { mark: 67 });

  await changed("update marks set mark = 76, attendance = 1 where mark_id = $1", markId);

  const [, event] = await eventsOf("marks", String(markId));
  expect(event).toMatchObject({ operation: "update", old_values: { mark: 67 }, new_values: { mark: 76 } });
});

test("a value that is cleared is told as null", async () => {
  const [student] = await createStudents(std1, 1);
  const { markId } = await createMark({ id: Number(student?.id) }, lesson, { mark: 67 });

  await changed("update marks set mark = null, attendance = 2 where mark_id = $1", markId);

  const [, event] = await eventsOf("marks", String(markId));
  expect(event?.new_values).toEqual({ mark: null, attendance: 2 });
});

test("writing the same values again is no change", async () => {
  const [student] = await createStudents(std1, 1);
  const { markId } = await createMark({ id: Number(student?.id) }, lesson, { mark: 67 });

  await changed("update marks set mark = 67.00 where mark_id = $1", markId);

  const events = await eventsOf("marks", String(markId));
  expect(events).toHaveLength(1);
});

test("a deleted mark is told with what it was, its criterion grades too", async () => {
  const [student] = await createStudents(std1, 1);
  const { markId } = await createMark({ id: Number(student?.id) }, lesson, { mark: 67 });
  await changed(
    "insert into assessment_criteria values (900, (select subject_id from marks where mark_id = $1), 1, 'Counts', 1)",
    markId,
  );
  await changed("insert into criterion_grades values ($1, 900, 4, 1)", markId);

  await changed("delete from marks where mark_id = $1", markId);

  const [mark] = (await eventsOf("marks", String(markId))).slice(-1);
  const [grade] = (await eventsOf("criterion_grades", `${markId}:900`)).slice(-1);
  expect(mark).toMatchObject({ operation: "delete", old_values: { mark: 67 }, new_values: null });
  expect(grade).toMatchObject({ operation: "delete", old_values: { grade: 4 } });
});

test("one statement over many rows tells of each", async () => {
  const students = await createStudents(std1, 3);
  const ids = students.map(({ id }) => id);

  await transaction(TEST, (t) =>
    runQuery("update students set last_name = 'Joseph' where id = any ($1)", [ids], t),
  );

  const told = await Promise.all(students.map(({ id }) => eventsOf("students", String(id))));
  expect(told.map((events) => events.at(-1))).toEqual(
    students.map(({ id, lastName }) =>
      expect.objectContaining({
        row_id: String(id),
        old_values: { last_name: lastName },
        new_values: { last_name: "Joseph" },
      }),
    ),
  );
});

test("a row of several keys is found by all of them", async () => {
  const [event] = await eventsOf("account_permissions", `${teacher.accountId}:3`);

  expect(event).toMatchObject({ operation: "insert", new_values: { user_permission_id: 3 } });
});

test("a part of the system is the actor by its name, without an account", async () => {
  const student = await transaction({ system: "job:rollover" }, async (t) => {
    const [made] = await queryRows<{ id: number }>(
      `insert into students (student_id, first_name, last_name, birth_certificate_pin)
       values ('SR-26001', 'Zoë', 'Peña', '1') returning id`,
      [],
      t,
    );
    return made;
  });

  const [event] = await eventsOf("students", String(student?.id));
  expect(event).toMatchObject({ actor: "job:rollover", account_id: null, save_id: null });
});

test("each of several saves in one transaction is told under its own id", async () => {
  const students = await createStudents(std1, 2);

  await transaction(TEST, async (t) => {
    for (const { id } of students) {
      await setSaveId(`save-of-${id}`, t);
      await runQuery("update students set other_name = 'Anne' where id = $1", [id], t);
    }
  });

  const told = await Promise.all(students.map(({ id }) => eventsOf("students", String(id))));
  expect(told.map((events) => events.at(-1)?.save_id)).toEqual(students.map(({ id }) => `save-of-${id}`));
});

async function changed(sql: string, markId: number): Promise<void> {
  await transaction(TEST, (t) => runQuery(sql, [markId], t));
}

function eventsOf(table: string, rowId: string): Promise<Event[]> {
  return queryRows<Event>(
    `select actor, account_id, save_id, row_id, version, operation, old_values, new_values
       from audit_events where table_name = $1 and row_id = $2 order by event_id`,
    [table, rowId],
    noTransaction,
  );
}
