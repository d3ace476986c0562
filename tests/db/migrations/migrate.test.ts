import { randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import { migrate, migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import { REMOVING_MIGRATION } from "#db/queries/database-fault.ts";
import { runInDatabase } from "#tests/support/postgres/answer-of.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createDatabase, databaseUrlOf } from "#tests/support/postgres/postgres-server.ts";
import { schemaOf } from "./schema-of.ts";

const migratedUrl = await freshDatabase();

/** A column that is created again under its name in one statement is not taken away. */
const TAKES =
  /\bdrop (?:table|column)\b(?! pg_temp\.| (\w+),\s+add column \1\b)|\brename (?:to|column)\b|\bset not null\b|\balter (?:column )?\w+ type\b/i;

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

test("a migration that waits for a reader lets others read meanwhile, and is run when that one has ended", async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const table = "select count(*) from class_teachers";
  const waiting = NAMES.slice(NAMES.indexOf("0046-teachers-of-a-class")).toReversed();

  const migrating = await runInDatabase(url, async (reader) => {
    await reader.query("begin");
    await reader.query(table);
    const begun = migrateDown(url, waiting.length);
    await runInDatabase(url, async (other) => {
      await other.query("set lock_timeout = '3s'");
      const waits =
        "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";
      await expect.poll(async () => (await other.query(waits)).rowCount, { interval: 20 }).toBeGreaterThan(0);
      await other.query(table);
    });
    await reader.query("commit");
    return { begun };
  });

  expect(await migrating.begun).toEqual(waiting);
});

/** Up to here, migrations removed what a running version needs, with the other processes stopped. */
const LAST_UNTOLD = "0045";

test("a migration that takes away what the version before uses says so in its name", () => {
  const taking = migrations.filter(({ up }) => TAKES.test(up)).map(({ name }) => name);

  expect(taking.length).toBeGreaterThan(0);
  expect(taking.filter((name) => name.slice(0, 4) > LAST_UNTOLD && !REMOVING_MIGRATION.test(name))).toEqual(
    [],
  );
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
  return databaseUrlOf(serverUrl, name);
}
