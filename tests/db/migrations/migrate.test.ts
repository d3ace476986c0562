import { randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import { migrate, migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createDatabase, databaseOf } from "#tests/support/postgres/postgres-server.ts";
import { schemaOf } from "./schema-of.ts";

const migratedUrl = await freshDatabase();

const NAMES = migrations.map(({ name }) => name);

test("an empty database gets every migration, in the order of their numbers", async () => {
  const url = await emptyDatabase();

  const done = await migrate(url);

  expect(done).toEqual(NAMES);
  expect(NAMES).toEqual(NAMES.toSorted());
});

test("a database that is up to date is left alone", async () => {
  const again = await migrate(migratedUrl);

  expect(again).toEqual([]);
});

test("every migration can be taken back, and then run again to the same schema", async () => {
  const url = await emptyDatabase();
  const before = await schemaOf(url);
  await migrate(url);
  const first = await schemaOf(url);

  await migrateDown(url, NAMES.length);
  const down = await schemaOf(url);
  await migrate(url);

  expect(down.filter((line) => !line.includes("migrations"))).toEqual(before);
  expect(await schemaOf(url)).toEqual(first);
});

test("the newest migration is taken back alone", async () => {
  const url = await emptyDatabase();
  await migrate(url);

  const undone = await migrateDown(url, 1);

  expect(undone).toEqual(NAMES.slice(-1));
  expect(await migrate(url)).toEqual(NAMES.slice(-1));
});

test("two that start at once take turns: each migration is run once", async () => {
  const url = await emptyDatabase();

  const done = await Promise.all([migrate(url), migrate(url)]);

  expect(done.flat()).toEqual(NAMES);
});

async function emptyDatabase(): Promise<string> {
  const { serverUrl, prefix } = inject("postgres");
  const name = `${prefix}_unmigrated_${randomBytes(4).toString("hex")}`;
  await createDatabase(serverUrl, name);
  return databaseOf(serverUrl, name);
}
