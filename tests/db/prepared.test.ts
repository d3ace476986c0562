import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { setPoolSize, noTransaction, queryRows, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";

// One connection is used, so that each statement meets what the one before it left there.
setPoolSize(1);
const ownersUrl = await freshDatabase();

const MIGRATION = { system: "migration" };

test("a statement is prepared once on a connection, whatever is bound to it", async () => {
  const text = "select $1::integer + 1 as next";

  const answers = [await queryRows(text, [1], noTransaction), await queryRows(text, [41], noTransaction)];

  expect(answers).toEqual([[{ next: 2 }], [{ next: 42 }]]);
  expect(await timesPrepared(text)).toBe(1);
});

test("a statement that failed can be asked again on the same connection", async () => {
  const text = "select 10 / $1::integer as part";

  const failing = queryRows(text, [0], noTransaction);

  await expect(failing).rejects.toThrow("division by zero");
  expect(await queryRows(text, [5], noTransaction)).toEqual([{ part: 2 }]);
  expect(await timesPrepared(text)).toBe(1);
});

test("a statement is answered on after a migration gave its column another type", async () => {
  const text = "select (select name from schools where name <> $1) as name";
  await queryRows(text, [""], noTransaction);
  await withNamesAs("varchar(200)");

  const answer = await queryRows(text, [""], noTransaction);

  expect(answer).toEqual([{ name: null }]);
  await withNamesAs("text");
});

test("a transaction that meets the other type fails of it, and the same work is done when it is tried again", async () => {
  const text = "select (select name from schools where name > $1) as name";
  const work = () => transaction(MIGRATION, (t) => queryRows(text, [""], t));
  await work();
  await withNamesAs("varchar(200)");

  const meeting = work();

  await expect(meeting).rejects.toThrow("cached plan must not change result type");
  expect(await work()).toEqual([{ name: null }]);
  await withNamesAs("text");
});

test("of texts without end only so many are kept on a connection, and the others are answered as well", async () => {
  const texts = Array.from({ length: 700 }, (_, index) => `select $1::integer + ${index} as sum`);
  const sums: unknown[] = [];

  for (const text of texts) sums.push(...(await queryRows(text, [1], noTransaction)));

  expect(sums).toEqual(texts.map((_, index) => ({ sum: index + 1 })));
  expect(await timesPrepared(texts.at(-1) ?? "")).toBe(0);
});

async function withNamesAs(type: "text" | "varchar(200)"): Promise<void> {
  await queryDatabase(ownersUrl, `alter table schools alter column name type ${type}`);
}

async function timesPrepared(text: string): Promise<number> {
  const found = await queryRows(
    "select name from pg_prepared_statements where statement = $1",
    [text],
    noTransaction,
  );
  return found.length;
}
