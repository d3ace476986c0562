import { expect, test } from "vitest";
import { migrate, migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import { noTransaction, rows, run, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { TERM_IDS, TEST, createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

const url = await freshDatabase();
// As the owner: the trail of an older schema could not be written by the other role.
process.env.DATABASE_URL = url;
const STEPS = migrations.length - migrations.findIndex(({ name }) => name === "0009-fingerprint-with-class");

test("a report that was good as it was signed stays so when the class counts too, and a changed one stays changed", async () => {
  await createSchool();
  const { accountId } = await createAdmin();
  const [good, changed] = await createStudents(await createClass(), 2, [TERM_IDS[2]]);
  await migrateDown(url, STEPS);
  const old = await sign(accountId);
  await transaction(TEST, (t) =>
    run("update term_records set respect = 'R' where student_key = $1", [changed?.id], t),
  );

  await migrate(url);

  expect(await signatures()).toEqual([
    { student_key: good?.id, is_good: true },
    { student_key: changed?.id, is_good: false },
  ]);
  await migrateDown(url, STEPS);
  expect(await fingerprints()).toEqual(old);
});

async function sign(accountId: number): Promise<object[]> {
  await transaction(TEST, (t) =>
    run(
      "update term_records d set signed_by = $1, signed_at = now(), signed_fingerprint = report_fingerprint(d)",
      [accountId],
      t,
    ),
  );
  return fingerprints();
}

function fingerprints(): Promise<object[]> {
  return rows(
    "select student_key, signed_fingerprint from term_records order by student_key",
    [],
    noTransaction,
  );
}

function signatures(): Promise<object[]> {
  return rows(
    `select student_key, signed_fingerprint = report_fingerprint(d) as is_good
       from term_records d
      order by student_key`,
    [],
    noTransaction,
  );
}
