import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { loadDemoSchool } from "#db/demo/load.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { emptyDatabase, PATIENCE_MS, TODAY } from "./demo-databases.ts";

const url = await freshDatabase("primary");

test("a database with a school is left alone", async () => {
  const [before] = await queryDatabase(url, "select count(*) from audit_events");

  const again = await loadDemoSchool({ databaseUrl: url, flavour: "secondary", today: TODAY });

  expect(again).toBeNull();
  expect(await queryDatabase(url, "select count(*) from audit_events")).toEqual([before]);
});

test(
  "of two that start at once one loads and the other finds the school",
  { timeout: PATIENCE_MS },
  async () => {
    const databaseUrl = await emptyDatabase();
    const load = () => loadDemoSchool({ databaseUrl, flavour: "primary", today: TODAY });

    const results = await Promise.all([load(), load()]);

    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(await queryDatabase(databaseUrl, "select count(*)::integer as schools from schools")).toEqual([
      { schools: 1 },
    ]);
  },
);

test("a school whose pictures cannot be kept is not there at all", { timeout: PATIENCE_MS }, async () => {
  const databaseUrl = await emptyDatabase();
  const storeFile = () => Promise.reject(new Error("the disk is full"));

  const loading = loadDemoSchool({ databaseUrl, flavour: "primary", today: TODAY, storeFile });

  await expect(loading).rejects.toThrow("the disk is full");
  expect(await queryDatabase(databaseUrl, "select from schools")).toEqual([]);
});
