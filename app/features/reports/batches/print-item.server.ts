import { createHash } from "node:crypto";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import * as work from "#db/queries/batches/batch-work.ts";
import { recordFile } from "#db/queries/pictures.ts";
import { bringImages } from "#files/images-on-this-machine.server.ts";
import { removeStored, writeStored } from "#files/store.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { randomFileName } from "#runtime/ids.ts";
import { log } from "#runtime/log.ts";
import { contentTypeOf, renderDocument, THREADS } from "#templates/index.ts";
import { classDocument, type ClassDocument } from "./class-document.server.ts";
import { queueItems } from "./new-batch.server.ts";

/** One more than the layout threads, so that no thread waits while a document is read or written. */
export const ITEMS_AT_ONCE = THREADS + 1;

const PRINTER = { system: "job:batches.print" };
const FAILED =
  "Something went wrong on our side while this document was being made. The error has been recorded.";

/**
 * Makes the document of one class, or finds the same document made earlier. Before storing a document, the job reads
 * its row again: when the item was cancelled or given to another worker, the document is discarded.
 */
export async function printItem({ itemId }: { itemId: number }): Promise<void> {
  const item = await transaction(PRINTER, (t) => work.claimItem({ itemId }, t));
  if (!item) return;
  try {
    await make(item);
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    await fail(item, wordsOf(error, item));
  }
}

/** Lists the jobs that still have to run, for the case that the queue lost them. */
export async function itemsToPrint(): Promise<{ itemId: number }[]> {
  const items = await work.listItemsUnderWay(noTransaction);
  return items.map((itemId) => ({ itemId }));
}

/** A database failure while the document was read; the queue runs the job again. */
class Unreachable extends Error {}

async function make(item: work.ItemToMake): Promise<void> {
  const { kind, academic_term_id: academicTermId, class_id: classId, assessment } = item;
  const document = await classDocument(kind, { classId, academicTermId, assessment }).catch((error) => {
    throw errorKind(error) === "unavailable" ? new Unreachable("", { cause: error }) : error;
  });
  const key = { kind, academicTermId, classId, fingerprint: document.fingerprint };
  const isThere = await settle(item, async (t) => {
    const before = await work.findDocumentMadeBefore(key, t);
    return before?.made_document_id ?? null;
  });
  if (!isThere) await makeAnew(item, key, document);
}

async function makeAnew(
  item: work.ItemToMake,
  key: work.DocumentKey,
  { job, printed, cards }: ClassDocument,
): Promise<void> {
  await bringImages(job.data);
  const { bytes, pages = [] } = await renderDocument(job, { onPages: (done) => void note(item, done) });
  const fileName = randomFileName(`.${job.format}`);
  await writeStored(fileName, bytes);
  const file = {
    fileName,
    kind: "batch",
    mediaType: contentTypeOf(job.format),
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
    await recordFile(file, t);
    return work.recordDocument({ ...key, printed, contents, fileName, bytes: bytes.length }, t);
  }).catch(async (error: unknown) => {
    await removeStored(fileName);
    throw error;
  });
  if (!isKept) await removeStored(fileName);
}

/** Stores the progress of a document. A failure is only logged, because progress is for show. */
async function note({ batch_item_id: itemId }: work.ItemToMake, done: number): Promise<void> {
  await transaction(PRINTER, (t) => work.recordProgress({ itemId, done }, t)).catch((error: unknown) =>
    log().warn({ err: error, itemId }, "how far a document is could not be noted"),
  );
}

class Withdrawn extends Error {}

/**
 * Stores the item with its document, and queues the next item, in one transaction. Returns false if there is no
 * document or the item was withdrawn.
 */
async function settle(
  { batch_item_id: itemId, batch_id: batchId }: work.ItemToMake,
  documentIn: (t: Transaction) => Promise<number | null>,
): Promise<boolean> {
  const settling = transaction(PRINTER, async (t) => {
    await work.lockBatch({ batchId }, t);
    const documentId = await documentIn(t);
    if (documentId === null) return false;
    if (!(await work.finishItem({ itemId, documentId }, t))) throw new Withdrawn();
    await goOn(batchId, t);
    return true;
  });
  return settling.catch((error: unknown) => {
    if (error instanceof Withdrawn) return false;
    throw error;
  });
}

function fail({ batch_item_id: itemId, batch_id: batchId }: work.ItemToMake, failure: string): Promise<void> {
  return transaction(PRINTER, async (t) => {
    await work.lockBatch({ batchId }, t);
    await work.failItem({ itemId, failure }, t);
    await goOn(batchId, t);
  });
}

async function goOn(batchId: number, t: Transaction): Promise<void> {
  await queueItems(batchId, t);
  await work.endBatch({ batchId }, t);
}

/** An expected error explains itself; the details of any other error go to the log. */
function wordsOf(error: unknown, { batch_item_id: item }: work.ItemToMake): string {
  if (errorKind(error) !== null && error instanceof Error) return error.message;
  log().error({ err: error, item }, "a document of a batch could not be made");
  return FAILED;
}
