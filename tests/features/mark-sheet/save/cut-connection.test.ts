import type pg from "pg";
import { expect, test } from "vitest";
import { openTestConnection } from "#tests/support/postgres/connection-of.ts";
import { noTransaction, queryRow } from "#db/index.ts";
import { saveMarks } from "#tests/support/saves.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { TERM_IDS, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

const databaseUrl = await freshDatabase();
await createSchool();

test("a connection that is cut in the middle of 35 rows leaves none of them, and the repeat leaves all", async () => {
  const teacher = await createTeacher();
  const schoolClass = await createClass();
  const lesson = await createLesson(teacher, schoolClass);
  const students = await createStudents(schoolClass, 35);
  const key = {
    lessonId: lesson.lessonId,
    academicTermId: TERM_IDS[2],
    testId: 1,
    fortnightlyTestId: null,
  } as const;
  const request = {
    saveId: "thirty-five",
    rows: students.map(({ id }, index) => ({ row: String(id), base: 0, changes: { mark: 40 + index } })),
  };
  const holder = await openTestConnection(databaseUrl);
  const watcher = await openTestConnection(databaseUrl);

  // The rows are written together with the audit trail: the save waits there, and its connection is cut.
  await holder.query("begin; lock table audit_events in exclusive mode");
  const cut = saveMarks(teacher.person, key, request).catch((error: unknown) => error);
  await cutWhoWaits(watcher);
  const failure = await cut;
  await holder.query("rollback");
  const left = await countMarks();
  const repeated = await saveMarks(teacher.person, key, request);

  expect(failure).toBeInstanceOf(Error);
  expect(left).toBe(0);
  expect(repeated).toMatchObject({ closed: null, receipt: { total: 35, saved: 35 } });
  expect(await countMarks()).toBe(35);
});

/** Uses a connection of its own, because within a transaction the list of activity does not change. */
async function cutWhoWaits(watcher: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await watcher.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into marks%'`,
    );
    if (rowCount) return;
  }
}

async function countMarks(): Promise<number> {
  const found = await queryRow<{ count: number }>("select count(*) as count from marks", [], noTransaction);
  return found?.count ?? 0;
}
