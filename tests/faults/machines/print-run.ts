import { expect } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { requestPage, type Visitor } from "./visitor.ts";

const PATIENCE_MS = 90_000;

type Item = { state: string; made: number };

/**
 * Requests the report cards of a level or the whole school as Print/View Reports does, and returns the batch's
 * number.
 */
export async function requestCards(
  principal: Visitor,
  { databaseUrl, isWhole = false }: { databaseUrl: string; isWhole?: boolean },
): Promise<number> {
  const [school] = await queryDatabase<{ term: number }>(
    databaseUrl,
    "select current_term_id as term from schools",
  );
  const query = new URLSearchParams({ kind: "report-card", term: String(school?.term) });
  if (!isWhole) query.set("level", "1");
  const input = { method: "POST", body: new URLSearchParams() };
  const answer = await requestPage(principal, `/app/reports/batches/new?${query}`, input);
  expect(answer.status).toBe(302);
  const [batch] = await queryDatabase<{ id: number }>(databaseUrl, "select max(batch_id) as id from batches");
  return batch?.id ?? 0;
}

/** Waits for the end of the batch, and checks that every class and its document were made once. */
export async function allMadeOnce(databaseUrl: string, batchId: number): Promise<void> {
  const ended = () =>
    queryDatabase(databaseUrl, "select from batches where batch_id = $1 and ended_at is not null", [batchId]);
  await expect.poll(async () => (await ended()).length, { timeout: PATIENCE_MS }).toBe(1);
  const items = await queryDatabase<Item>(
    databaseUrl,
    `select i.state, count(*) over (partition by i.made_document_id)::integer as made
       from batch_items i where i.batch_id = $1`,
    [batchId],
  );
  expect(items.length).toBeGreaterThan(0);
  expect(items.filter(({ state, made }) => state !== "made" || made !== 1)).toEqual([]);
}
