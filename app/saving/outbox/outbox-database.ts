import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from "idb";

import type { StoredRow } from "../protocol/protocol.ts";
import type { UnsentKey, UnsentRow } from "./unsent.ts";

/** `page` wrote it, `at` that moment: another page may take it over, and must not erase what was written since. */
export type StoredUnsentRow = UnsentRow & { page: string; at: number };

/** What the server last acknowledged of a row, for a page that is shown again as it once was. */
export type AcknowledgedRow = StoredRow & UnsentKey & { at: number };

/** A row of this page as it is now, or gone; it stands for what was taken over from other pages. */
export type Change = {
  key: UnsentKey;
  now: StoredUnsentRow | null;
  takenOver: readonly StoredUnsentRow[];
  page: string;
};

// idb describes a database by an interface.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
interface OutboxSchema extends DBSchema {
  unsent: { key: [number, string, string, string]; value: StoredUnsentRow };
  acknowledged: { key: [number, string, string]; value: AcknowledgedRow };
}

type OutboxDatabase = IDBPDatabase<OutboxSchema>;

const NAME = "termbook";
const VERSION = 3;

let opening: Promise<OutboxDatabase> | null = null;

/** Fails where the browser stores nothing: a private window, a blocked or a full disk. */
function openOutbox(): Promise<OutboxDatabase> {
  opening ??= openDB<OutboxSchema>(NAME, VERSION, {
    upgrade: (database, oldVersion, _newVersion, t) => void prepareStores(database, oldVersion, t),
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

type Upgrade = IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], "versionchange">;

/** What earlier versions stored unsent is carried over: no mark is dropped by an update. */
async function prepareStores(database: OutboxDatabase, oldVersion: number, t: Upgrade): Promise<void> {
  const unsent =
    oldVersion > 0 ? ((await t.objectStore("unsent").getAll()) as unknown[] as EarlierUnsentRow[]) : [];
  for (const name of database.objectStoreNames) database.deleteObjectStore(name);
  const store = database.createObjectStore("unsent", { keyPath: ["account", "target", "row", "page"] });
  database.createObjectStore("acknowledged", { keyPath: ["account", "target", "row"] });
  await Promise.all(unsent.map((row) => store.put(asNow("sheet" in row ? asSecond(row) : row))));
}

/** One refusal was of all that was typed. */
type SecondIssue = { kind: "refused"; reason: string; field: string | null } | { kind: "changed" } | null;

/** An unsent row as the second version of this database had it: committed, and refused, as a whole or not. */
type SecondUnsentRow = Omit<StoredUnsentRow, "uncommitted" | "issue"> & {
  committed: boolean;
  issue: SecondIssue;
};

/** The same of the first. */
type FirstUnsentRow = Omit<SecondUnsentRow, "target" | "committed" | "issue"> & {
  sheet: string;
  left: boolean;
  trouble: SecondIssue;
};

type EarlierUnsentRow = FirstUnsentRow | SecondUnsentRow;

function asSecond({ sheet, left, trouble, ...row }: FirstUnsentRow): SecondUnsentRow {
  return { ...row, target: sheet, committed: left, issue: trouble };
}

function asNow({ committed, issue, ...row }: SecondUnsentRow): StoredUnsentRow {
  const fields = Object.keys(row.typed);
  return { ...row, uncommitted: committed || issue ? [] : fields, issue: issueNow(issue, fields) };
}

function issueNow(issue: SecondIssue, fields: string[]): StoredUnsentRow["issue"] {
  if (issue?.kind !== "refused") return issue;
  const { reason, field } = issue;
  return { kind: "refused", refusals: [{ reason, field, fields }] };
}

/** All changes or none; they are on the disk when it settles. */
export async function storeChanges(changes: readonly Change[]): Promise<void> {
  const database = await openOutbox();
  const { store, done } = database.transaction("unsent", "readwrite", { durability: "strict" });
  const writes = changes.flatMap(({ key: { account, target, row }, now, takenOver, page }) => [
    now ? putNewer(now) : store.delete([account, target, row, page]),
    ...takenOver.map(eraseUnchanged),
  ]);
  await Promise.all([...writes, done]);

  /** What a page had no time to store, it may have stored after all, and then typed on. */
  async function putNewer(now: StoredUnsentRow) {
    const { account, target, row, page, at } = now;
    const stored = await store.get([account, target, row, page]);
    if (!stored || stored.at < at) await store.put(now);
  }

  /** Its own page may live after all, and have typed on. */
  async function eraseUnchanged({ account, target, row, page, at }: StoredUnsentRow) {
    const stored = await store.get([account, target, row, page]);
    if (stored?.at === at) await store.delete([account, target, row, page]);
  }
}

/** Everything that waits on this device for an account, of whichever page. */
export async function unsentRows(of: { account: number; target?: string }): Promise<StoredUnsentRow[]> {
  const database = await openOutbox();
  return database.getAll("unsent", rangeOf(of.account, of.target));
}

export async function noteAcknowledged(rows: readonly AcknowledgedRow[]): Promise<void> {
  const database = await openOutbox();
  const { store, done } = database.transaction("acknowledged", "readwrite");
  await Promise.all([...rows.map((acknowledged) => store.put(acknowledged)), done]);
}

export async function acknowledgedRows(account: number, target: string): Promise<AcknowledgedRow[]> {
  const database = await openOutbox();
  return database.getAll("acknowledged", rangeOf(account, target));
}

/** Of every account. */
export async function forgetAcknowledged(): Promise<void> {
  const database = await openOutbox();
  await database.clear("acknowledged");
}

function rangeOf(account: number, target?: string): IDBKeyRange {
  const start = target === undefined ? [account] : [account, target];
  // An array sorts behind every text and number: all keys that begin so lie before it.
  return IDBKeyRange.bound(start, [...start, []]);
}
