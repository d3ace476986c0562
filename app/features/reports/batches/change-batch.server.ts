import type { Visit } from "#access/session.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { cancelBatch, makeAgain } from "#db/queries/batches/batches.ts";
import { lockBatch } from "#db/queries/batches/batch-work.ts";
import { idOf } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import { changedSince } from "./changed-since.server.ts";
import { queueItems } from "./queue-items.server.ts";
import { batchVisibleTo } from "./visible-batches.server.ts";

/** In words what was done, or why not. */
export type Done = { ok: boolean; words: string };

const ENDED = "It had ended already.";
const NOTHING = "Nothing in it is out of date any more.";
const RUNNING = "It is being made already.";

/** What a button of the screen asks for. @throws notFound, badRequest */
export function changeBatch(visit: Visit, form: FormData): Promise<Done> {
  const batchId = idOf(String(form.get("batch")));
  if (batchId === null) throw notFound();
  const intent = form.get("intent");
  if (intent === "cancel") return cancel(visit.person, batchId);
  if (intent === "retry") return retryFailed(visit.person, batchId);
  if (intent === "refresh") return refresh(visit, batchId);
  throw badRequest("This form does not say what is to be done.");
}

/** Nothing more is made; what a worker has in hand is thrown away. @throws notFound */
async function cancel(person: Person, batchId: number): Promise<Done> {
  await batchVisibleTo(person, batchId, noTransaction);
  return transaction(person, async (t) => {
    await lockBatch({ batchId }, t);
    const cancelled = await cancelBatch({ batchId }, t);
    return cancelled ? { ok: true, words: "Cancelled." } : { ok: false, words: ENDED };
  });
}

/** Makes the classes again that did not come to be. @throws notFound */
async function retryFailed(person: Person, batchId: number): Promise<Done> {
  const { items } = await batchVisibleTo(person, batchId, noTransaction);
  const failed = items.filter(({ state }) => state === "failed");
  return again(
    person,
    batchId,
    failed.map(({ batch_item_id }) => batch_item_id),
  );
}

/** Makes the classes again whose documents would not be the same now. @throws notFound */
async function refresh({ person, school }: Visit, batchId: number): Promise<Done> {
  const { batch, items } = await batchVisibleTo(person, batchId, noTransaction);
  const changed = await changedSince(batch, items, { timeZone: school.timeZone, mayBeOld: false });
  if (changed.length === 0) return { ok: false, words: NOTHING };
  return again(
    person,
    batchId,
    changed.map(({ itemId }) => itemId),
  );
}

function again(person: Person, batchId: number, itemIds: readonly number[]): Promise<Done> {
  return transaction(person, async (t) => {
    await lockBatch({ batchId }, t);
    const count = await makeAgain({ batchId, itemIds }, t);
    if (count === 0) return { ok: false, words: RUNNING };
    await queueItems(batchId, t);
    return { ok: true, words: count === 1 ? "One class is made again." : `${count} classes are made again.` };
  });
}
