import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { BatchDocument, type Batch, type BatchItem } from "../../models/batches.ts";

/** An item that a worker should print. */
export type BatchItemToPrint = Pick<BatchItem, "batch_item_id" | "batch_id" | "class_id"> &
  Pick<Batch, "kind" | "academic_term_id" | "assessment" | "options" | "asked_by">;

/** Claims an item, even one that a killed worker had claimed. Returns null if it is printed, failed or cancelled. */
export function claimBatchItem(params: { itemId: number }, t: Transaction): Promise<BatchItemToPrint | null> {
  return queryRow<BatchItemToPrint>(
    `update batch_items i
        set state = 'making', done = 0, started_at = now()
       from batches b
      where b.batch_id = i.batch_id and i.batch_item_id = $itemId and i.state in ('queued', 'making')
      returning i.batch_item_id, i.batch_id, i.class_id, b.kind, b.academic_term_id, b.assessment, b.options, b.asked_by`,
    params,
    t,
  );
}

export async function lockBatch(params: { batchId: number }, t: Transaction): Promise<void> {
  await queryRow(
    "select b.batch_id from batches b where b.batch_id = $batchId order by b.batch_id for update",
    params,
    t,
  );
}

export function recordBatchItemProgress(
  params: { itemId: number; done: number },
  t: Transaction,
): Promise<void> {
  return runQuery(
    "update batch_items set done = $done where batch_item_id = $itemId and state = 'making'",
    params,
    t,
  );
}

/** Marks an item as printed. Returns false if somebody has cancelled it in the meantime. */
export async function finishBatchItem(
  params: { itemId: number; documentId: number },
  t: Transaction,
): Promise<boolean> {
  const made = await queryRow(
    `update batch_items
        set state = 'made', made_document_id = $documentId
      where batch_item_id = $itemId and state = 'making'
      returning batch_item_id`,
    params,
    t,
  );
  return made !== null;
}

/** Ends an item without a document: it failed, or its class has no student to print. `failure` says why. */
export function failBatchItem(
  params: { itemId: number; state: "failed" | "empty"; failure: string },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update batch_items set state = $state, failure = $failure where batch_item_id = $itemId and state = 'making'`,
    params,
    t,
  );
}

/** Marks a batch as ended if it has nothing left to print. */
export function endBatch(params: { batchId: number }, t: Transaction): Promise<void> {
  return runQuery(
    `update batches b
        set ended_at = now()
      where b.batch_id = $batchId and b.ended_at is null
        and not exists (select from batch_items i
                         where i.batch_id = b.batch_id and i.state in ('waiting', 'queued', 'making'))`,
    params,
    t,
  );
}

/** Lists the items that have begun or are queued. Each of these needs a job. */
export async function listBatchItemsUnderWay(t: ReadTransaction): Promise<number[]> {
  const items = await queryRows<Pick<BatchItem, "batch_item_id">>(
    `select i.batch_item_id from batch_items i where i.state in ('queued', 'making') order by i.batch_item_id`,
    [],
    t,
  );
  return items.map(({ batch_item_id }) => batch_item_id);
}

export type BatchDocumentKey = {
  kind: Batch["kind"];
  academicTermId: number;
  classId: number;
  fingerprint: string;
};

/** Finds an identical document that was printed earlier. Nobody can delete it until the transaction ends. */
export async function findDocumentMadeBefore(
  params: BatchDocumentKey,
  t: Transaction,
): Promise<MadeBefore | null> {
  return queryRow<MadeBefore>(
    `select d.made_document_id, d.file_name
       from made_documents d
      where d.kind = $kind and d.academic_term_id = $academicTermId and d.class_id = $classId
        and d.fingerprint = $fingerprint
      order by d.made_document_id desc
      limit 1
        for key share`,
    params,
    t,
  );
}

type MadeBefore = Pick<BatchDocument, "made_document_id" | "file_name">;

export type NewBatchDocument = BatchDocumentKey &
  Pick<BatchDocument, "printed" | "contents" | "bytes"> & { fileName: string };

export async function saveBatchDocument(document: NewBatchDocument, t: Transaction): Promise<number> {
  const { academicTermId, classId, fileName, ...others } = document;
  const row = { academic_term_id: academicTermId, class_id: classId, file_name: fileName, ...others };
  return (await BatchDocument.insert(row, t)).made_document_id;
}
