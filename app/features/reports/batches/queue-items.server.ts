import type { Transaction } from "#db/index.ts";
import { queueNext } from "#db/queries/batches/new-batch.ts";
import { printBatchItem } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";

/** Sends the next items of a batch, up to what it may have in the queue; of a batch that is locked. */
export async function queueItems(batchId: number, t: Transaction): Promise<void> {
  for (const itemId of await queueNext({ batchId }, t)) await enqueue(printBatchItem, { itemId }, t);
}
