import { createHash } from "node:crypto";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import * as work from "#db/queries/batches/batch-work.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import { recordStoredFile } from "#db/queries/pictures.ts";
import { deleteStoredFile, writeStoredFile, copyPicturesToThisMachine } from "#files/store.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { randomFileName } from "#runtime/ids.ts";
import { log } from "#runtime/log.ts";
import { documentContentType, renderDocument, RENDER_THREADS } from "#templates/index.ts";
import { buildClassDocument, type ClassDocument } from "./class-document.server.ts";
import { queueBatchItems } from "./new-batch.server.ts";

/** There is one item more than layout threads, so that no thread is idle while a document is read or written. */
export const BATCH_ITEMS_AT_ONCE = RENDER_THREADS + 1;

const PRINTER = { system: "job:batches.print" };
const FAILED =
  "Something went wrong on our side while this document was being made. The error has been recorded. Try again.";

/**
 * Makes the document of one class, or reuses an identical document made earlier. A class in which nobody is left to
 * print is left out. The item is read again before the document is stored: if it was cancelled or taken over by
 * another worker, the document is discarded.
 */
export async function printBatchItem({ itemId }: { itemId: number }): Promise<void> {
  const item = await transaction(PRINTER, (t) => work.claimBatchItem({ itemId }, t));
  if (!item) return;
  try {
    await make(item);
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    const state = errorKind(error) === "notFound" ? "empty" : "failed";
    await fail(item, { state, failure: wordsOf(error, item) });
  }
}

/** Lists the items that still have to be made, in case the queue has lost their jobs. */
export async function listBatchItemsToPrint(): Promise<{ itemId: number }[]> {
  const items = await work.listBatchItemsUnderWay(noTransaction);
  return items.map((itemId) => ({ itemId }));
}

/** Thrown when the database fails while a document is being read. The queue retries the job. */
class Unreachable extends Error {}

async function make(item: work.BatchItemToPrint): Promise<void> {
  const { kind, academic_term_id: academicTermId, class_id: classId, assessment, options } = item;
  const ofClass = { classId, academicTermId, assessment, options };
  const document = await buildClassDocument(kind, ofClass).catch((error) => {
    throw errorKind(error) === "unavailable" ? new Unreachable("", { cause: error }) : error;
  });
  const key = { kind, academicTermId, classId, fingerprint: document.fingerprint };
  const isThere = await settle(item, async (t) => {
    await logViews(item, document, t);
    const before = await work.findDocumentMadeBefore(key, t);
    return before?.made_document_id ?? null;
  });
  if (!isThere) await makeAnew(item, key, document);
}

/** Logs whose medical or family data is in a document, as read by the person who asked for the run. */
async function logViews(
  { asked_by: accountId }: work.BatchItemToPrint,
  { views }: ClassDocument,
  t: Transaction,
): Promise<void> {
  if (views) await logRecordViews({ accountId, ...views }, t);
}

async function makeAnew(
  item: work.BatchItemToPrint,
  key: work.BatchDocumentKey,
  { job, printed, cards }: ClassDocument,
): Promise<void> {
  await copyPicturesToThisMachine(job.data);
  const { bytes, pages = [] } = await renderDocument(job, { onPages: (done) => void note(item, done) });
  const fileName = randomFileName(`.${job.format}`);
  await writeStoredFile(fileName, bytes);
  const file = {
    fileName,
    kind: "batch",
    mediaType: documentContentType(job.format),
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest(),
    width: null,
    height: null,
  };
  const contents = {
    pages: pages.reduce((sum, page) => sum + page, 0),
    cards: cards.map((card, index) => ({ ...card, pages: pages[index] ?? 1 })),
  };
  const isKept = await settle(item, async (t) => {
    await recordStoredFile(file, t);
    return work.saveBatchDocument({ ...key, printed, contents, fileName, bytes: bytes.length }, t);
  }).catch(async (error: unknown) => {
    await deleteStoredFile(fileName);
    throw error;
  });
  if (!isKept) await deleteStoredFile(fileName);
}

/**
 * Stores the progress of a document. If that fails, the error is only logged, because nothing depends on the progress.
 */
async function note({ batch_item_id: itemId }: work.BatchItemToPrint, done: number): Promise<void> {
  await transaction(PRINTER, (t) => work.recordBatchItemProgress({ itemId, done }, t)).catch(
    (error: unknown) => log().warn({ err: error, itemId }, "the progress of a document could not be saved"),
  );
}

class Withdrawn extends Error {}

/**
 * Stores the item with its document and queues the next item, in one transaction. Returns false if there is no
 * document, or if the item was cancelled or taken over.
 */
async function settle(
  { batch_item_id: itemId, batch_id: batchId }: work.BatchItemToPrint,
  documentIn: (t: Transaction) => Promise<number | null>,
): Promise<boolean> {
  const settling = transaction(PRINTER, async (t) => {
    await work.lockBatch({ batchId }, t);
    const documentId = await documentIn(t);
    if (documentId === null) return false;
    if (!(await work.finishBatchItem({ itemId, documentId }, t))) throw new Withdrawn();
    await goOn(batchId, t);
    return true;
  });
  return settling.catch((error: unknown) => {
    if (error instanceof Withdrawn) return false;
    throw error;
  });
}

function fail(
  { batch_item_id: itemId, batch_id: batchId }: work.BatchItemToPrint,
  why: { state: "failed" | "empty"; failure: string },
): Promise<void> {
  return transaction(PRINTER, async (t) => {
    await work.lockBatch({ batchId }, t);
    await work.failBatchItem({ itemId, ...why }, t);
    await goOn(batchId, t);
  });
}

async function goOn(batchId: number, t: Transaction): Promise<void> {
  await queueBatchItems(batchId, t);
  await work.endBatch({ batchId }, t);
}

/** Returns the message of an expected error. Any other error is logged, and a general message returned. */
function wordsOf(error: unknown, { batch_item_id: item }: work.BatchItemToPrint): string {
  if (errorKind(error) !== null && error instanceof Error) return error.message;
  log().error({ err: error, item }, "a document of a batch could not be made");
  return FAILED;
}
