import { queryRow, queryRows, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Batch, BatchItem } from "../../models/batches.ts";

export type NewBatch = Pick<Batch, "kind" | "assessment" | "scope" | "about" | "options"> & {
  academicTermId: number;
  accountId: number;
};

export type NewBatchItem = { classId: number; students: number };

/** Creates a batch. Returns null if the same person's batch of the same documents is still running. */
export async function createBatch(
  batch: NewBatch,
  items: readonly NewBatchItem[],
  t: Transaction,
): Promise<number | null> {
  const made = await queryRow<Pick<Batch, "batch_id">>(
    `with made as (
       insert into batches (kind, academic_term_id, assessment, scope, about, options, asked_by)
       values ($kind, $academicTermId, $assessment::smallint, $scope, $about, $options::jsonb, $accountId)
       on conflict (asked_by, kind, academic_term_id, coalesce(assessment, 0), scope) where ended_at is null do nothing
       returning batch_id
     ), items as (
       insert into batch_items (batch_id, class_id, position, students)
       select m.batch_id, i.class_id, i.position, i.students
         from made m
        cross join unnest($classIds::integer[], $students::integer[]) with ordinality i (class_id, students, position)
     )
     select batch_id from made order by batch_id`,
    {
      ...batch,
      options: batch.options && JSON.stringify(batch.options),
      classIds: items.map(({ classId }) => classId),
      students: items.map(({ students }) => students),
    },
    t,
  );
  return made?.batch_id ?? null;
}

export async function findRunningBatch(batch: NewBatch, t: Transaction): Promise<number | null> {
  const running = await queryRow<Pick<Batch, "batch_id">>(
    `select b.batch_id
       from batches b
      where b.ended_at is null and b.asked_by = $accountId and b.kind = $kind and b.scope = $scope
        and b.academic_term_id = $academicTermId and b.assessment is not distinct from $assessment::smallint
      order by b.batch_id`,
    batch,
    t,
  );
  return running?.batch_id ?? null;
}

export async function countRunningBatches(
  params: { accountId: number },
  t: ReadTransaction,
): Promise<number> {
  const running = await queryRow<{ count: number }>(
    `select count(*)::integer as count from batches b where b.asked_by = $accountId and b.ended_at is null`,
    params,
    t,
  );
  return running?.count ?? 0;
}

/** The maximum number of queued items of a batch. It lets the batches of several people take turns. */
const MOST_QUEUED = 4;

/**
 * Queues waiting items, in the order of the school's classes, and returns the items that need a job. Ends a batch
 * without items left. Call `lockBatch` first.
 */
export async function queueNextItems(params: { batchId: number }, t: Transaction): Promise<number[]> {
  const queued = await queryRows<Pick<BatchItem, "batch_item_id">>(
    `update batch_items i
        set state = 'queued'
       from (select w.batch_item_id
               from batch_items w
              where w.batch_id = $batchId and w.state = 'waiting'
              order by w.position
              limit (select greatest(0, ${MOST_QUEUED} - count(*))
                       from batch_items q where q.batch_id = $batchId and q.state in ('queued', 'making'))) n
      where i.batch_item_id = n.batch_item_id
      returning i.batch_item_id`,
    params,
    t,
  );
  return queued.map(({ batch_item_id }) => batch_item_id).sort((one, other) => one - other);
}

/** Lists the students of these classes whose documents an ended batch of the kind and term contains. */
export async function listPrintedStudentKeys(
  params: { kind: Batch["kind"]; academicTermId: number; classIds: readonly number[] },
  t: ReadTransaction,
): Promise<number[]> {
  const printed = await queryRows<{ student_key: number }>(
    `select distinct p.key::integer as student_key
       from batches b
       join batch_items i using (batch_id)
       join made_documents d using (made_document_id)
      cross join lateral jsonb_object_keys(d.printed) as p (key)
      where b.kind = $kind and b.academic_term_id = $academicTermId and b.ended_at is not null and not b.cancelled
        and i.class_id = any ($classIds::integer[])
      order by student_key`,
    params,
    t,
  );
  return printed.map(({ student_key }) => student_key);
}
