import pg from "pg";
import { expect, test } from "vitest";
import { noTransaction, rows, run, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudent } from "#tests/support/builders/students.ts";

const url = await freshDatabase();

await createSchool();
const teacher = await createTeacher();
await createLesson(teacher, await createClass({ lead: teacher }));
const student = await createStudent();

/** What the tables of a school hold that nobody asks the history of, and why. */
const UNRECORDED: Record<string, string> = {
  academic_years: "never changes",
  accounts: "password hashes do not belong in a trail; its permissions are recorded",
  assessment_criteria: "a list that comes with the school",
  audit_events: "is the record",
  employee_statuses: "a list of the product",
  ethnic_groups: "a list that comes with the school",
  form_classes: "a list that comes with the school",
  houses: "a list that comes with the school",
  login_attempts: "is a record itself",
  migrations: "is a record itself",
  permissions: "a list of the product",
  religions: "a list that comes with the school",
  sessions: "last seen changes all the time",
  student_statuses: "a list of the product",
};

test("every table is recorded, or it is said why not", async () => {
  const tables = await rows<{ name: string; recorded: boolean }>(
    `select c.relname as name, count(t.oid) = 3 as recorded
       from pg_class c
       left join pg_trigger t on t.tgrelid = c.oid and t.tgname in ('audit_insert', 'audit_update', 'audit_delete')
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      group by c.relname
      order by c.relname`,
    [],
    noTransaction,
  );

  const unrecorded = tables.filter(({ recorded }) => !recorded).map(({ name }) => name);

  expect(unrecorded).toEqual(Object.keys(UNRECORDED));
});

test.each([
  ["insert", "insert into subjects (title, abbr) values ('Steel Pan', 'Pan')"],
  ["update", "update students set first_name = 'Nobody'"],
  ["delete", "delete from lessons"],
])("a write without an actor is refused: %s", async (_, sql) => {
  const client = await connected();

  const writing = client.query(sql);

  await expect(writing).rejects.toMatchObject({
    code: "42501",
    message: expect.stringContaining("no actor"),
  });
  await client.end();
});

test.each([
  ["update", "update audit_events set actor = 'nobody'"],
  ["delete", "delete from audit_events"],
  ["truncate", "truncate audit_events"],
])("the record itself takes no %s", async (_, sql) => {
  const client = await connected();
  await client.query("select set_config('app.actor', 'test', false)");

  const tampering = client.query(sql);

  await expect(tampering).rejects.toMatchObject({ code: "42501", message: "audit_events is append-only" });
  await client.end();
});

test("what is taken back leaves no trace", async () => {
  const failing = transaction(TEST, async (t) => {
    await run("update students set first_name = 'Nobody' where id = $1", [student.id], t);
    throw new Error("thought better of it");
  });

  await failing.catch(() => null);

  const changes = await rows(
    "select from audit_events where table_name = 'students' and row_id = $1 and operation = 'update'",
    [String(student.id)],
    noTransaction,
  );
  expect(changes).toEqual([]);
});

/** A connection that nobody has named an actor on. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
