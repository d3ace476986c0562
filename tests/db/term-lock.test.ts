import { expect, test } from "vitest";
import { openTestConnection } from "#tests/support/postgres/connection-of.ts";
import { EMPLOYEE_TAB_SAVE_DEFINITIONS } from "#features/employees/profile/profile.server.ts";
import { saveRows } from "#saving/server/save-rows.server.ts";
import { TERM_LOCK } from "#db/index.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TERM_IDS } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { saveMarks } from "#tests/support/saves.ts";

const databaseUrl = await freshDatabase();
await createSchool();
const teacher = await createTeacher();
const schoolClass = await createClass();
const { lessonId } = await createLesson(teacher, schoolClass);
const [student] = await createStudents(schoolClass, 1);
const key = { lessonId, academicTermId: TERM_IDS[2], testId: 1 as const, fortnightlyTestId: null };

test("while the term is turned a mark waits, and is saved when the turn has ended", async () => {
  const turn = await openTestConnection(databaseUrl);
  await turn.query("begin");
  await turn.query("select pg_advisory_xact_lock($1)", [TERM_LOCK]);

  const saving = saveMarks(teacher.person, key, saveOf("waits-for-the-turn", 61));
  const before = await Promise.race([saving, pause(300)]);
  await turn.query("commit");
  const saved = await saving;

  expect(before).toBe("waiting");
  expect(saved).toMatchObject({ closed: null, results: [{ outcome: "saved" }] });
});

test("a turn that lasts answers a mark that it may try again, in words", async () => {
  const turn = await openTestConnection(databaseUrl);
  await turn.query("begin");
  await turn.query("select pg_advisory_xact_lock($1)", [TERM_LOCK]);

  const refusal: unknown = await saveMarks(teacher.person, key, saveOf("in-vain-this-time", 62)).catch(
    (error: unknown) => error,
  );

  expect(errorKind(refusal)).toBe("unavailable");
  expect(String(refusal)).toContain("The new term is being set up.");
});

test("an employee's record is saved while the term is turned", async () => {
  const { person, employeeId } = await createClerk();
  const turn = await openTestConnection(databaseUrl);
  await turn.query("begin");
  await turn.query("select pg_advisory_xact_lock($1)", [TERM_LOCK]);

  const row = { row: String(employeeId), base: null, changes: { other_name: "Solange" } };
  const saved = await saveRows(
    EMPLOYEE_TAB_SAVE_DEFINITIONS.personal,
    { person, key: { employeeId } },
    { saveId: "beside-the-turn", rows: [row] },
  );

  expect(saved).toMatchObject({ results: [{ outcome: "saved" }] });
});

test("a turn begins when who is writing has ended, and who comes after it waits behind", async () => {
  const turn = await openTestConnection(databaseUrl);
  const order: string[] = [];
  const { first, end } = await writer(() => order.push("first writer"));

  const turned = turn.query("select pg_advisory_lock($1)", [TERM_LOCK]).then(() => order.push("turn"));
  await isWaiting();
  const second = termTransaction(teacher.person, () => Promise.resolve(order.push("second writer")));
  await pause(300);
  end();
  await turned;
  await turn.query("select pg_advisory_unlock($1)", [TERM_LOCK]);
  await Promise.all([first, second]);

  expect(order).toEqual(["first writer", "turn", "second writer"]);
});

/** Starts a writer, which continues when it is told to. */
function writer(done: () => void): Promise<{ first: Promise<void>; end: () => void }> {
  return new Promise((begun) => {
    const first: Promise<void> = termTransaction(
      teacher.person,
      () =>
        new Promise<void>((written) => {
          const end = () => {
            done();
            written();
          };
          setTimeout(() => begun({ first, end }));
        }),
    );
  });
}

function saveOf(saveId: string, mark: number) {
  return { saveId, rows: [{ row: String(student?.id), base: null, changes: { mark } }] };
}

/** Waits until the rollover has asked for the lock that the first writer shares. */
async function isWaiting(): Promise<void> {
  const asking = await openTestConnection(databaseUrl);
  const ungranted = "select 1 from pg_locks where locktype = 'advisory' and not granted";
  while ((await asking.query(ungranted)).rowCount === 0) await pause(20);
}

function pause(ms: number): Promise<"waiting"> {
  return new Promise((resolve) => setTimeout(() => resolve("waiting"), ms));
}
