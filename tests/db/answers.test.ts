import { expect, test } from "vitest";
import { queryAll, noTransaction, transaction, type ReadTransaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { TEST } from "#tests/support/builders/school.ts";

await freshDatabase();

test("questions of a transaction wait for each other, those without one do not", async () => {
  const outside = await asked(noTransaction);
  const inside = await transaction(TEST, asked);

  expect(outside).toEqual({
    answers: ["first", 2],
    order: ["asked 1", "asked 2", "answered 2", "answered 1"],
  });
  expect(inside).toEqual({
    answers: ["first", 2],
    order: ["asked 1", "answered 1", "asked 2", "answered 2"],
  });
});

async function asked(t: ReadTransaction) {
  const order: string[] = [];
  const question = <Answer>(index: number, answer: Answer, afterMs: number) =>
    async function ask(): Promise<Answer> {
      order.push(`asked ${index}`);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      order.push(`answered ${index}`);
      return answer;
    };
  const answers = await queryAll([question(1, "first", 40), question(2, 2, 5)], t);
  return { answers, order };
}
