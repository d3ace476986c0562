import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from "idb";
import type { StoredRow } from "../protocol/protocol.ts";
import type { UnsentKey, UnsentRow } from "./unsent.ts";

/**
 * An unsent row with the page that wrote it and the moment. Another page may take the row over, but must not erase what
 * was written since.
 */
export type StoredUnsentRow = UnsentRow & { page: string; at: number };

/** The row that the server last acknowledged, for a page that is shown again from its copy. */
export type AcknowledgedRow = StoredRow & UnsentKey & { at: number };

/**
 * A row of this page as it is now, or null if it is gone. The row replaces those that were taken over from other pages.
 */
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

/** Opens the database. Fails if the browser stores nothing: in a private window, or with a blocked or full disk. */
function openOutbox(): Promise<OutboxDatabase> {
  opening ??= openDB<OutboxSchema>(NAME, VERSION, {
    upgrade: (database, oldVersion, _newVersion, t) => void prepareStores(database, oldVersion, t),
    // A newer build in another tab waits for this page to close the database. The next use here opens the database
    // again.
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

/** Carries over the unsent rows of earlier versions: no mark is lost in an update. */
async function prepareStores(database: OutboxDatabase, oldVersion: number, t: Upgrade): Promise<void> {
  const unsent =
    oldVersion > 0 ? ((await t.objectStore("unsent").getAll()) as unknown[] as EarlierUnsentRow[]) : [];
  for (const name of database.objectStoreNames) database.deleteObjectStore(name);
  const store = database.createObjectStore("unsent", { keyPath: ["account", "target", "row", "page"] });
  database.createObjectStore("acknowledged", { keyPath: ["account", "target", "row"] });
  await Promise.all(unsent.map((row) => store.put(asNow("sheet" in row ? asSecond(row) : row))));
}

/** A refusal as earlier versions stored it, for everything that was typed. */
type SecondIssue = { kind: "refused"; reason: string; field: string | null } | { kind: "changed" } | null;

/** An unsent row in version 2 of this database, in which a row was committed, and refused, as a whole. */
type SecondUnsentRow = Omit<StoredUnsentRow, "uncommitted" | "issue"> & {
  committed: boolean;
  issue: SecondIssue;
};

/** An unsent row in version 1, under other names. */
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

/** Stores all changes or none. Resolves when they are on the disk. */
export async function saveChanges(changes: readonly Change[]): Promise<void> {
  const database = await openOutbox();
  const { store, done } = database.transaction("unsent", "readwrite", { durability: "strict" });
  const writes = changes.flatMap(({ key: { account, target, row }, now, takenOver, page }) => [
    now ? putNewer(now) : store.delete([account, target, row, page]),
    ...takenOver.map(eraseUnchanged),
  ]);
  await Promise.all([...writes, done]);

  /** The page that left a change may have stored it after all, and then typed on. */
  async function putNewer(now: StoredUnsentRow) {
    const { account, target, row, page, at } = now;
    const stored = await store.get([account, target, row, page]);
    if (!stored || stored.at < at) await store.put(now);
  }

  /** The page that wrote the row may still be open, and have typed on. */
  async function eraseUnchanged({ account, target, row, page, at }: StoredUnsentRow) {
    const stored = await store.get([account, target, row, page]);
    if (stored?.at === at) await store.delete([account, target, row, page]);
  }
}

/** Lists everything that waits on this device for an account, from any page. */
export async function listUnsentRows(of: { account: number; target?: string }): Promise<StoredUnsentRow[]> {
  const database = await openOutbox();
  return database.getAll("unsent", rangeOf(of.account, of.target));
}

export async function saveAcknowledged(rows: readonly AcknowledgedRow[]): Promise<void> {
  const database = await openOutbox();
  const { store, done } = database.transaction("acknowledged", "readwrite");
  await Promise.all([...rows.map((acknowledged) => store.put(acknowledged)), done]);
}

export async function acknowledgedRows(account: number, target: string): Promise<AcknowledgedRow[]> {
  const database = await openOutbox();
  return database.getAll("acknowledged", rangeOf(account, target));
}

/** Erases the acknowledged rows of every account. */
export async function deleteAcknowledged(): Promise<void> {
  const database = await openOutbox();
  await database.clear("acknowledged");
}

function rangeOf(account: number, target?: string): IDBKeyRange {
  const start = target === undefined ? [account] : [account, target];
  // An array sorts behind every text and number, so all keys that begin with `start` lie before this one.
  return IDBKeyRange.bound(start, [...start, []]);
}
