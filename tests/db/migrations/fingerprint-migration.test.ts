import { expect, test } from "vitest";
import { migrate, migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { TERM_IDS, TEST, createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

const url = await freshDatabase();
// The owner runs this, because the other role cannot write the audit trail of an older schema.
process.env.DATABASE_URL = url;
await createSchool();
const { accountId } = await createAdmin();
const form = await createClass();
const STEPS = migrations.length - migrations.findIndex(({ name }) => name === "0009-fingerprint-with-class");

test("a report that was good as it was signed stays so when the class counts too, and a changed one stays changed", async () => {
  const [good, changed] = await createStudents(form, 2, [TERM_IDS[2]]);
  await migrateDown(url, STEPS);
  const old = await sign();
  await change("update term_records set respect = 'R' where student_key = $1", [changed?.id]);

  await migrate(url);

  expect(await signatures()).toEqual([
    { student_key: good?.id, is_good: true },
    { student_key: changed?.id, is_good: false },
  ]);
  await migrateDown(url, STEPS);
  expect(await fingerprints()).toEqual(old);
});

test("a rating that is added to the record later leaves a signature good until somebody gives it", async () => {
  await migrate(url);
  const [student] = await createStudents(form, 1, [TERM_IDS[2]]);
  await sign();

  await queryRows("alter table term_records add column punctuality char(1)", [], noTransaction);
  const isGood = await isGoodOf(student?.id);
  await change("update term_records set punctuality = 'C' where student_key = $1", [student?.id]);

  expect(isGood).toBe(true);
  expect(await isGoodOf(student?.id)).toBe(false);
});

test("a migration that adds to the record goes back without breaking signatures, and a rating counts every report again", () => {
  const since = migrations.findIndex(({ name }) => name === "0056-signature-over-every-column") + 1;
  const added = migrations.slice(since).flatMap(({ name, up, down }) => {
    const [, column = ""] = /alter table term_records\s+add column (\w+)/.exec(up) ?? [];
    const isRating = BEHAVIOUR_FIELDS.some((rating) => rating === column);
    const isCounted = !isRating || up.includes("insert into counts_to_renew");
    return column === "" ? [] : [[name, down.includes("report_fingerprint"), isCounted]];
  });

  expect(added).toEqual(added.map(([name]) => [name, true, true]));
  expect(added.map(([name]) => name)).toContain("0089-conduct");
});

test("a signature stands for every column of a mark but for its keys, who entered it and when", async () => {
  const [fingerprint] = await queryRows<{ source: string }>(
    "select prosrc as source from pg_proc where proname = 'report_fingerprint'",
    [],
    noTransaction,
  );
  const columns = await queryRows<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'marks' order by column_name",
    [],
    noTransaction,
  );

  const named = new Set([...(fingerprint?.source ?? "").matchAll(/\bm\.(\w+)/g)].map(([, column]) => column));
  const left = columns.map(({ column_name }) => column_name).filter((column) => !named.has(column));
  expect(left).toEqual(["employee_id", "updated_at", "version"]);
});

function change(sql: string, bind: unknown[]): Promise<void> {
  return transaction(TEST, (t) => runQuery(sql, bind, t));
}

async function isGoodOf(studentKey: number | undefined): Promise<boolean | undefined> {
  const found = (await signatures()) as { student_key: number; is_good: boolean }[];
  return found.find(({ student_key }) => student_key === studentKey)?.is_good;
}

async function sign(): Promise<object[]> {
  await transaction(TEST, (t) =>
    runQuery(
      "update term_records d set signed_by = $1, signed_at = now(), signed_fingerprint = report_fingerprint(d)",
      [accountId],
      t,
    ),
  );
  return fingerprints();
}

function fingerprints(): Promise<object[]> {
  return queryRows(
    "select student_key, signed_fingerprint from term_records order by student_key",
    [],
    noTransaction,
  );
}

function signatures(): Promise<object[]> {
  return queryRows(
    `select student_key, signed_fingerprint = report_fingerprint(d) as is_good
       from term_records d
      order by student_key`,
    [],
    noTransaction,
  );
}
