import { expect, test } from "vitest";
import { limitPool, reading, rows } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";

// One connection, so that each statement meets what the one before it left there.
limitPool(1);
await freshDatabase();

test("a statement is prepared once on a connection, whatever is bound to it", async () => {
  const text = "select $1::integer + 1 as next";

  const answers = [await rows(text, [1], reading), await rows(text, [41], reading)];

  expect(answers).toEqual([[{ next: 2 }], [{ next: 42 }]]);
  expect(await timesPrepared(text)).toBe(1);
});

test("a statement that failed can be asked again on the same connection", async () => {
  const text = "select 10 / $1::integer as part";

  const failing = rows(text, [0], reading);

  await expect(failing).rejects.toThrow("division by zero");
  expect(await rows(text, [5], reading)).toEqual([{ part: 2 }]);
  expect(await timesPrepared(text)).toBe(1);
});

async function timesPrepared(text: string): Promise<number> {
  const found = await rows("select name from pg_prepared_statements where statement = $1", [text], reading);
  return found.length;
}
