import { readingScope } from "#access/visible.server.ts";
import type { Reading } from "#db/index.ts";
import {
  listBatches,
  listBatchItems,
  type BatchItemRow,
  type BatchRow,
} from "#db/queries/batches/batches.ts";
import { BATCH_DAYS } from "#domain/documents/batches.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

export type VisibleBatch = { batch: BatchRow; items: BatchItemRow[] };

/** The largest number of batches on the page; older ones stay stored until they expire. */
const MOST_SHOWN = 20;
const GONE = `This print run no longer exists, or you cannot open it. Print runs are kept for ${BATCH_DAYS} days.`;

/** Lists the person's own batches, or everybody's for a person who reads all classes. */
export async function batchesVisibleTo(
  person: Person,
  batchId: number | null,
  t: Reading,
): Promise<VisibleBatch[]> {
  const input = { ...readingScope(person), accountId: person.accountId, batchId };
  const found = await listBatches({ ...input, days: BATCH_DAYS, limit: MOST_SHOWN }, t);
  const items = await listBatchItems({ batchIds: found.map(({ batch_id }) => batch_id) }, t);
  return found.map((batch) => ({
    batch,
    items: items.filter(({ batch_id }) => batch_id === batch.batch_id),
  }));
}

/** @throws notFound also for an expired batch, and when the person no longer reads one of the classes */
export async function batchVisibleTo(person: Person, batchId: number, t: Reading): Promise<VisibleBatch> {
  const [found] = await batchesVisibleTo(person, batchId, t);
  if (!found) throw notFound(GONE);
  return found;
}
