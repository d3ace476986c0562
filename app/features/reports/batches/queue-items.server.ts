import type { Transaction } from "#db/index.ts";
import { queueNextItems } from "#db/queries/batches/new-batch.ts";
import { printBatchItem } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";

/** Queues the next items of a batch, up to its share of the queue. Lock the batch first. */
export async function queueItems(batchId: number, t: Transaction): Promise<void> {
  for (const itemId of await queueNextItems({ batchId }, t)) await enqueue(printBatchItem, { itemId }, t);
}
