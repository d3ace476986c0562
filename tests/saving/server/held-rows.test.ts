import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { TERM_IDS, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { saveMarks, retryUntilAnswered } from "#tests/support/saves.ts";

/** More than the process has connections. */
const MANY = 30;
/** Earlier than a request that waits for a row gives up. */
const SOON_MS = 4_500;

const databaseUrl = await freshDatabase();
await createSchool();
const teacher = await createTeacher();

const held = await givenSheet("A");
const free = await givenSheet("B");

test("rows that somebody else holds do not hold up other saves, and are saved when they are let go", async () => {
  await saveMarks(teacher.person, held.key, saveOf("first-of-them", 10));
  const letGo = await holdMarks();
  const waiting = Array.from({ length: MANY }, (_each, index) =>
    retryUntilAnswered(() => saveMarks(teacher.person, held.key, saveOf(`waits-${index}-here`, 20 + index))),
  );
  const all = Promise.allSettled(waiting);

  const began = Date.now();
  await saveMarks(teacher.person, free.key, { saveId: "of-another-sheet", rows: [free.rowOf(60)] });
  const took = Date.now() - began;
  await letGo();
  const ended = await all;

  expect(took).toBeLessThan(SOON_MS);
  expect(ended.map(({ status }) => status)).toEqual(waiting.map(() => "fulfilled"));
});

test("a save whose row is held for long is answered that it may try again", async () => {
  await holdMarks();

  const saved = saveMarks(teacher.person, held.key, saveOf("in-vain-this-one", 30));

  await expect(saved).rejects.toSatisfy((error) => errorKind(error) === "unavailable");
});

async function givenSheet(label: string) {
  const schoolClass = await createClass({ label });
  const { lessonId } = await createLesson(teacher, schoolClass);
  const [student] = await createStudents(schoolClass, 1);
  const key = { lessonId, academicTermId: TERM_IDS[2], testId: 1 as const, fortnightlyTestId: null };
  return { key, rowOf: (mark: number) => ({ row: String(student?.id), base: null, changes: { mark } }) };
}

function saveOf(saveId: string, mark: number) {
  return { saveId, rows: [held.rowOf(mark)] };
}

/** Locks marks as another long transaction does, and returns a function that ends it. */
async function holdMarks(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let open = true;
  const letGo = async () => {
    if (open) await client.end();
    open = false;
  };
  onTestFinished(letGo);
  await client.query("begin");
  await client.query("select 1 from marks where mark = 10 or mark between 20 and 60 for update");
  return letGo;
}
