import { expect, onTestFinished } from "vitest";
import { action } from "../../../../app/routes/reports/new-batch.tsx";
import { noTransaction, queryRows } from "#db/index.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { JOB_HANDLERS } from "#jobs/handlers.ts";
import { startWorker } from "#jobs/start-worker.ts";
import type { NewBatchInput, BatchScope } from "#features/reports/batches/batches.rules.ts";
import type { SignedIn } from "#tests/support/builders/people.ts";
import { TERM_IDS } from "#tests/support/builders/school.ts";
import { callRoute, postForm, type RequestResult } from "#tests/support/request.ts";

type Asked = Partial<BatchScope & Pick<NewBatchInput, "kind" | "assessment" | "academicTermId">>;

/** Starts report cards, by default of the whole school in its last term. */
export function start(visitor: SignedIn, input: Asked = {}): Promise<RequestResult> {
  const { kind = "report-card", assessment = null, academicTermId = TERM_IDS[2] } = input;
  const { level = null, classId = null } = input;
  const query = { kind, term: academicTermId, sheet: assessment, level, class: classId };
  return callRoute(action, postForm(withQuery(PATHS.newBatch, query), {}, visitor));
}

export async function started(visitor: SignedIn, input: Asked = {}): Promise<number> {
  const answer = await start(visitor, input);
  expect([answer.location, answer.body]).toEqual([PATHS.batches, ""]);
  const { kind = "report-card", academicTermId = TERM_IDS[2] } = input;
  const [batch] = await queryRows<{ batch_id: number }>(
    `select batch_id
       from batches
      where asked_by = $1 and kind = $2 and academic_term_id = $3 and scope = $4
      order by batch_id desc
      limit 1`,
    [visitor.accountId, kind, academicTermId, scopeOf(input)],
    noTransaction,
  );
  return batch?.batch_id ?? 0;
}

function scopeOf({ level = null, classId = null }: Asked): string {
  if (classId !== null) return `class-${classId}`;
  return level === null ? "school" : `level-${level}`;
}

export async function working(): Promise<void> {
  const worker = await startWorker(JOB_HANDLERS);
  onTestFinished(async () => void (await worker.stop(20_000)));
}

type Item = {
  class_id: number;
  state: string;
  failure: string;
  file_name: string | null;
  made_at: Date | null;
};

export function itemsOf(batchId: number): Promise<Item[]> {
  return queryRows<Item>(
    `select i.class_id, i.state, i.failure, d.file_name, d.made_at
       from batch_items i
       left join made_documents d using (made_document_id)
      where i.batch_id = $1
      order by i.position`,
    [batchId],
    noTransaction,
  );
}

export async function ended(batchId: number, timeout = 60_000): Promise<void> {
  await expect.poll(() => isEnded(batchId), { timeout, interval: 50 }).toBe(true);
}

async function isEnded(batchId: number): Promise<boolean> {
  const [batch] = await queryRows<{ is_ended: boolean }>(
    "select ended_at is not null as is_ended from batches where batch_id = $1 order by batch_id",
    [batchId],
    noTransaction,
  );
  return batch?.is_ended ?? false;
}
