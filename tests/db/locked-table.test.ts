import { expect, test } from "vitest";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { errorKind } from "#runtime/errors.ts";
import { TEST } from "#tests/support/builders/school.ts";
import { freshDatabase } from "#tests/support/database.ts";

await freshDatabase();

const LIMIT = "select current_setting('lock_timeout') as wait";

test("whoever only reads waits less for a lock than whoever writes", async () => {
  const reading = await queryRow(LIMIT, {}, noTransaction);
  const writing = await transaction(TEST, (t) => queryRow(LIMIT, {}, t));

  expect([reading, writing]).toEqual([{ wait: "1s" }, { wait: "5s" }]);
});

test("a table that somebody locked as a whole fails its readers soon, and the others go on", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isLocked = () => {};
  const locked = new Promise<void>((resolve) => (isLocked = resolve));
  const holding = transaction(TEST, async (t) => {
    await runQuery("lock table houses in access exclusive mode", {}, t);
    isLocked();
    await released;
  });
  await locked;

  const readers = Array.from({ length: 12 }, () =>
    queryRows("select house_id from houses order by house_id", {}, noTransaction).catch(
      (error: unknown) => error,
    ),
  );
  const other = queryRows("select 1 as one", {}, noTransaction);
  const failures = await Promise.all(readers);
  release();
  await holding;

  expect(await other).toEqual([{ one: 1 }]);
  expect(failures.map(errorKind)).toEqual(failures.map(() => "unavailable"));
  expect(failures[0]).toMatchObject({ message: expect.stringContaining("Try again") });
});
