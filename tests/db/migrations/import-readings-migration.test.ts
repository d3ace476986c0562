import { expect, test } from "vitest";
import { migrate, migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { TEST, createSchool } from "#tests/support/builders/school.ts";

const url = await freshDatabase();
// The owner runs this, because the other role cannot write the audit trail of an older schema.
process.env.DATABASE_URL = url;

test("an older version finds no file of an import that has been read", async () => {
  await createSchool();
  const { accountId } = await createAdmin();
  const write = (sql: string, values: readonly unknown[]) =>
    transaction(TEST, (t) => runQuery(sql, [...values], t));
  for (const state of ["reading", "matching", "judged"]) {
    await write(
      "insert into files (file_name, kind, media_type, bytes, sha256) values ($1, 'import', 'text/csv', 1, '')",
      [`${state}.dat`],
    );
    await write(
      "insert into imports (import_id, kind, asked_by, file_name, file, state) values ($1, 'students', $2, 'list.csv', $3, $4)",
      [crypto.randomUUID(), accountId, `${state}.dat`, state],
    );
  }

  await migrateDown(
    url,
    migrations.length - migrations.findIndex(({ name }) => name === "0048-import-readings"),
  );

  expect(await queryRows("select state, file from imports order by state", [], noTransaction)).toEqual([
    { state: "judged", file: null },
    { state: "reading", file: "reading.dat" },
  ]);
  await migrate(url);
});
