import pg from "pg";
import { expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { AssessmentCriterion, CriterionGrade, Mark } from "#db/models/marks.ts";
import { AuditEvent } from "#db/models/record-of-changes.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudent } from "#tests/support/builders/students.ts";

const url = await freshDatabase();

await createSchool();
const teacher = await createTeacher();
const lesson = await createLesson(teacher, await createClass({ formTeacher: teacher }));
const student = await createStudent();

/** Tables of a school whose history nobody needs, with the reason. */
const UNRECORDED: Record<string, string> = {
  academic_years: "never changes",
  access_tokens: "their making and their end are security events",
  audit_events: "is the record",
  backups: "is a record itself",
  batch_items: "the work of a batch, which is recorded",
  counts_to_renew: "a note about counts that follow from what is recorded",
  employee_posts: "a list that comes with the school",
  employee_statuses: "a list of the product",
  error_events: "is a record itself",
  ethnic_groups: "a list that comes with the school",
  houses: "a list that comes with the school",
  import_images: "the work of an import, which is recorded",
  import_readings: "the work of an import, which is recorded",
  import_rows: "the work of an import, which is recorded",
  login_attempts: "is a record itself",
  made_documents: "made anew from what is recorded",
  merged_rows: "is a record itself",
  migrations: "is a record itself",
  permissions: "a list of the product",
  picture_upload_files: "nobody’s picture yet; who is given one is recorded",
  promotions: "is a record itself",
  qualifications: "a list that comes with the school",
  record_reads: "a count for an hour",
  record_views: "is a record itself",
  register_states: "follow from what is recorded",
  religions: "a list that comes with the school",
  report_counts: "follow from what is recorded",
  rollover_fates: "the work of a turn, which is recorded",
  rollover_steps: "the work of a turn, which is recorded",
  security_events: "is a record itself",
  sessions: "last seen changes all the time",
  sheet_counts: "follow from what is recorded",
  student_counts: "follow from what is recorded",
  student_selections: "a note of what is ticked, for a session",
  student_statuses: "a list of the product",
  undoable_changes: "a note for a day; the changes themselves are recorded",
};

test("every table is recorded, or it is said why not", async () => {
  const tables = await queryRows<{ name: string; recorded: boolean }>(
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

test("a new password is told in the trail without its hash, and so is a new account", async () => {
  const { accountId } = await createTeacher();

  await transaction(TEST, (t) =>
    runQuery(
      "update accounts set password_hash = 'another', password_reset = true where account_id = $1",
      [accountId],
      t,
    ),
  );

  const events = await AuditEvent.select(
    ["operation", "old_values", "new_values"],
    { where: { table_name: "accounts", row_id: String(accountId) }, order: ["event_id"] },
    noTransaction,
  );
  expect(events).toMatchObject([
    { operation: "insert", new_values: { account_id: accountId, password_reset: false } },
    { operation: "update", old_values: { password_reset: false }, new_values: { password_reset: true } },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/password_hash|another|argon2/);
});

test.each([
  ["update security_events set address = '10.0.0.1'", "security_events is append-only"],
  ["truncate security_events", "security_events is append-only"],
  ["delete from security_events where address = 'recent'", "security_events keeps its rows for 400 days"],
])("a security event is not tampered with: %s", async (sql, message) => {
  const client = await connected();
  await client.query(
    "insert into security_events (kind, address, at) values ('signed-in', 'recent', now() - interval '399 days')",
  );

  const tampering = client.query(sql);

  await expect(tampering).rejects.toMatchObject({ code: "42501", message });
  await client.end();
});

test("what is taken back leaves no trace", async () => {
  const failing = transaction(TEST, async (t) => {
    await runQuery("update students set first_name = 'Nobody' where id = $1", [student.id], t);
    throw new Error("thought better of it");
  });

  await failing.catch(() => null);

  const changes = await queryRows(
    "select from audit_events where table_name = 'students' and row_id = $1 and operation = 'update'",
    [String(student.id)],
    noTransaction,
  );
  expect(changes).toEqual([]);
});

test("every table that tells when a row was changed has its versions from the trigger", async () => {
  const tables = await queryRows<{ name: string; is_versioned: boolean }>(
    `select c.table_name as name, t.oid is not null as is_versioned
       from information_schema.columns c
       left join pg_trigger t on t.tgrelid = c.table_name::regclass and t.tgname = 'next_version'
      where c.table_schema = 'public' and c.column_name = 'updated_at'
      order by c.table_name`,
    [],
    noTransaction,
  );

  expect(tables.map(({ name }) => name)).toContain("marks");
  expect(tables.filter(({ is_versioned }) => !is_versioned)).toEqual([]);
});

test("a change gives its row a new version and its time, whatever the statement says, and is told under it", async () => {
  const { markId: mark_id, version } = await createMark(student, lesson, { mark: 67 });

  await transaction(TEST, (t) =>
    Mark.update({ mark: 76, version: 1, updated_at: "2000-01-01T00:00:00Z" }, { mark_id }, t),
  );

  const stored = await Mark.selectOne(["version", "updated_at"], { where: { mark_id } }, noTransaction);
  expect(stored?.version).toBeGreaterThan(version);
  expect(stored?.updated_at.getFullYear()).toBeGreaterThan(2000);
  expect(await lastVersion("marks", String(mark_id))).toBe(stored?.version);
});

test("a criterion's grade keeps the version that it is given: its mark's", async () => {
  const { markId: mark_id } = await createMark(student, lesson, { testId: 2 });
  const of = { criterion_id: 900, subject_id: lesson.subjectId, form_level: 1 };
  await transaction(TEST, async (t) => {
    await AssessmentCriterion.insert({ ...of, detail: "Counts", position: 1 }, t);
    await CriterionGrade.insert({ mark_id, criterion_id: 900, grade: 4, version: 1 }, t);
  });

  await transaction(TEST, (t) => CriterionGrade.update({ grade: 5, version: 3 }, { mark_id }, t));

  expect(await lastVersion("criterion_grades", `${mark_id}:900`)).toBe(3);
});

async function lastVersion(table_name: string, row_id: string): Promise<number | null | undefined> {
  const where = { table_name, row_id };
  const event = await AuditEvent.selectOne(
    ["version"],
    { where, order: [["event_id", "desc"]] },
    noTransaction,
  );
  return event?.version;
}

/** Opens a connection without an actor. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
