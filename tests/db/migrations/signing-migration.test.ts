import { expect, test } from "vitest";
import { migrate, migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { TERM_IDS, TEST, createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";

const url = await freshDatabase();
// The owner runs this, because the other role cannot write the audit trail of an older schema.
process.env.DATABASE_URL = url;

test("reports that were signed before fingerprints were kept are good as they are", async () => {
  await createSchool();
  const { accountId } = await createAdmin();
  const [student] = await createStudents(await createClass(), 1, [TERM_IDS[2]]);
  await migrateDown(url, migrations.length - migrations.findIndex(({ name }) => name === "0008-signing"));
  await transaction(TEST, (t) =>
    runQuery(
      "update term_records set signed_by = $1, signed_at = now(), respect = 'C' where student_key = $2",
      [accountId, student?.id],
      t,
    ),
  );

  await migrate(url);

  const signed = await queryRow(
    "select signed_fingerprint = report_fingerprint(d) as same from term_records d where signed_by = $1",
    [accountId],
    noTransaction,
  );
  expect(signed).toEqual({ same: true });
});
