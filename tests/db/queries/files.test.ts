import { expect, test } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";
import { FILE_NAME_COLUMNS } from "#db/queries/files.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();

test("the columns that name a file are those that refer to files, and the school's logo", async () => {
  const referring = await queryRows<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid = 'files'::regclass
      order by 1, 2`,
    [],
    noTransaction,
  );

  const named = referring.map(({ table, column }) => `${table}.${column}`);
  expect([...named, "schools.logo"].sort()).toEqual(
    FILE_NAME_COLUMNS.map(([table, column]) => `${table}.${column}`).sort(),
  );
});
