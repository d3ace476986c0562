import { openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";

import type { StoredRow } from "./protocol.ts";
import type { UnsentKey, UnsentRow } from "./unsent.ts";

/** `page` wrote it, `at` that moment: another page may take it over, and must not erase what was written since. */
export type KeptRow = UnsentRow & { page: string; at: number };

/** What the server last acknowledged of a row, for a page that is shown again as it once was. */
export type AcknowledgedRow = StoredRow & UnsentKey & { at: number };

/** One change of what is kept: a row of this page as it is now, or gone; it stands for what was taken over of others. */
export type Change = { key: UnsentKey; now: KeptRow | null; takenOver: readonly KeptRow[]; page: string };

// idb describes a database by an interface.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
interface OutboxSchema extends DBSchema {
  unsent: { key: [number, string, string, string]; value: KeptRow };
  acknowledged: { key: [number, string, string]; value: AcknowledgedRow };
}

type OutboxDatabase = IDBPDatabase<OutboxSchema>;

const NAME = "termbook";
const VERSION = 1;

let opening: Promise<OutboxDatabase> | null = null;

/** Fails where the browser keeps nothing: a private window, a blocked or a full disk. */
function openOutbox(): Promise<OutboxDatabase> {
  opening ??= openDB<OutboxSchema>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore("unsent", { keyPath: ["account", "sheet", "row", "page"] });
      database.createObjectStore("acknowledged", { keyPath: ["account", "sheet", "row"] });
    },
    // A newer build in another tab waits for this page to let go; its next use opens the database again.
    blocking: () => void opening?.then((database) => database.close()).finally(forget),
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

function forget() {
  opening = null;
}

/** All changes or none; they are on the disk when it settles. */
export async function storeChanges(changes: readonly Change[]): Promise<void> {
  const database = await openOutbox();
  const { store, done } = database.transaction("unsent", "readwrite", { durability: "strict" });
  const writes = changes.flatMap(({ key: { account, sheet, row }, now, takenOver, page }) => [
    now ? store.put(now) : store.delete([account, sheet, row, page]),
    ...takenOver.map(eraseUnchanged),
  ]);
  await Promise.all([...writes, done]);

  /** Its own page may live after all, and have typed on. */
  async function eraseUnchanged({ account, sheet, row, page, at }: KeptRow) {
    const kept = await store.get([account, sheet, row, page]);
    if (kept?.at === at) await store.delete([account, sheet, row, page]);
  }
}

/** Everything that this device keeps for an account, of whichever page. */
export async function keptRows({ account, sheet }: { account: number; sheet?: string }): Promise<KeptRow[]> {
  const database = await openOutbox();
  return database.getAll("unsent", rangeOf(account, sheet));
}

export async function discardKept({ account, sheet, row, page }: KeptRow): Promise<void> {
  const database = await openOutbox();
  await database.delete("unsent", [account, sheet, row, page]);
}

export async function noteAcknowledged(rows: readonly AcknowledgedRow[]): Promise<void> {
  const database = await openOutbox();
  const { store, done } = database.transaction("acknowledged", "readwrite");
  await Promise.all([...rows.map((acknowledged) => store.put(acknowledged)), done]);
}

export async function acknowledgedRows(account: number, sheet: string): Promise<AcknowledgedRow[]> {
  const database = await openOutbox();
  return database.getAll("acknowledged", rangeOf(account, sheet));
}

/** Those of one sheet, or of every account. */
export async function forgetAcknowledged(of?: { account: number; sheet: string }): Promise<void> {
  const database = await openOutbox();
  if (of) await database.delete("acknowledged", rangeOf(of.account, of.sheet));
  else await database.clear("acknowledged");
}

function rangeOf(account: number, sheet?: string): IDBKeyRange {
  const start = sheet === undefined ? [account] : [account, sheet];
  // An array sorts behind every text and number: all keys that begin so lie before it.
  return IDBKeyRange.bound(start, [...start, []]);
}
