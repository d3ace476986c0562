import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from "idb";
import type { StoredRow, RowResult, LoadedRow } from "../protocol/protocol.ts";
import type { UnsentKey, UnsentRow } from "./unsent.ts";
import type { SaveDestination } from "../client/send.ts";

/** An unsent row with the page and time of storing. A page that takes over the row must not delete a newer version. */
export type StoredUnsentRow = UnsentRow & { page: string; at: number };

/** A row as the server last saved it, for updating a page that is shown from its copy. */
type AcknowledgedRow = StoredRow & UnsentKey & { at: number };

/** The new state of a row of this page, or null to delete it. It replaces the rows taken over from other pages. */
export type OutboxChange = {
  key: UnsentKey;
  now: StoredUnsentRow | null;
  takenOver: readonly StoredUnsentRow[];
  page: string;
};

// The library idb describes a database by an interface.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
interface OutboxSchema extends DBSchema {
  unsent: { key: [number, string, string, string]; value: StoredUnsentRow };
  acknowledged: { key: [number, string, string]; value: AcknowledgedRow };
}

type OutboxDatabase = IDBPDatabase<OutboxSchema>;

const NAME = "termbook";
const VERSION = 3;

let opening: Promise<OutboxDatabase> | null = null;

/** Opens the database. Fails if the browser cannot store data: in a private window, or on a blocked or full disk. */
function openOutbox(): Promise<OutboxDatabase> {
  opening ??= openDB<OutboxSchema>(NAME, VERSION, {
    upgrade: (database, oldVersion, _newVersion, t) => void prepareStores(database, oldVersion, t),
    // A newer version of the app in another tab waits until this page closes the database. The next use opens the
    // database again.
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

/** Migrates the unsent rows of earlier database versions, so that no mark is lost in an update. */
async function prepareStores(database: OutboxDatabase, oldVersion: number, t: Upgrade): Promise<void> {
  const unsent =
    oldVersion > 0 ? ((await t.objectStore("unsent").getAll()) as unknown[] as EarlierUnsentRow[]) : [];
  for (const name of database.objectStoreNames) database.deleteObjectStore(name);
  const store = database.createObjectStore("unsent", { keyPath: ["account", "target", "row", "page"] });
  database.createObjectStore("acknowledged", { keyPath: ["account", "target", "row"] });
  await Promise.all(unsent.map((row) => store.put(asNow("sheet" in row ? asSecond(row) : row))));
}

/** A refusal in version 2 of this database, which stored it for the row as a whole. */
type SecondIssue = { kind: "refused"; reason: string; field: string | null } | { kind: "changed" } | null;

/** An unsent row in version 2 of this database, which committed and refused whole rows instead of fields. */
type SecondUnsentRow = Omit<StoredUnsentRow, "uncommitted" | "issue"> & {
  committed: boolean;
  issue: SecondIssue;
};

/** An unsent row in version 1 of this database, which had other property names. */
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

/** Stores all changes or none. Resolves when the changes are on the disk. */
export async function saveOutboxChanges(changes: readonly OutboxChange[]): Promise<void> {
  const database = await openOutbox();
  const { store, done } = database.transaction("unsent", "readwrite", { durability: "strict" });
  const writes = changes.flatMap(({ key: { account, target, row }, now, takenOver, page }) => [
    now ? putNewer(now) : store.delete([account, target, row, page]),
    ...takenOver.map(eraseUnchanged),
  ]);
  await Promise.all([...writes, done]);

  /** A closed page may have stored its change after all, and then a newer one. The newer one stays. */
  async function putNewer(now: StoredUnsentRow) {
    const { account, target, row, page, at } = now;
    const stored = await store.get([account, target, row, page]);
    if (!stored || stored.at < at) await store.put(now);
  }

  /** The page that stored the row may still be open and may have changed the row since. A changed row stays. */
  async function eraseUnchanged({ account, target, row, page, at }: StoredUnsentRow) {
    const stored = await store.get([account, target, row, page]);
    if (stored?.at === at) await store.delete([account, target, row, page]);
  }
}

/** Lists the unsent rows of an account on this device, from all pages. */
export async function listUnsentRows(owner: {
  account: number;
  target?: string;
}): Promise<StoredUnsentRow[]> {
  const database = await openOutbox();
  return database.getAll("unsent", rangeOf(owner.account, owner.target));
}

async function saveAcknowledgedRows(rows: readonly AcknowledgedRow[]): Promise<void> {
  const database = await openOutbox();
  const { store, done } = database.transaction("acknowledged", "readwrite");
  await Promise.all([...rows.map((acknowledged) => store.put(acknowledged)), done]);
}

async function listAcknowledgedRows(account: number, target: string): Promise<AcknowledgedRow[]> {
  const database = await openOutbox();
  return database.getAll("acknowledged", rangeOf(account, target));
}

/** Deletes the saved rows of all accounts. */
export async function deleteAcknowledgedRows(): Promise<void> {
  const database = await openOutbox();
  await database.clear("acknowledged");
}

function rangeOf(account: number, target?: string): IDBKeyRange {
  const start = target === undefined ? [account] : [account, target];
  // In IndexedDB an array sorts after every text and number, so the upper bound covers all keys that begin with
  // `start`.
  return IDBKeyRange.bound(start, [...start, []]);
}

/** The longest time for which a stored page can be shown again. */
const SHOWN_MS = 12 * 60 * 60 * 1_000;

/** The allowed time between reading a page before a save and storing the page's copy after the save. */
const MAX_READING_MS = 60_000;

/** Records saved rows, so that they can update the stored copy of a page when it is shown without a network. */
export function recordAcknowledgedRows(
  { account, saveUrl }: SaveDestination,
  results: readonly RowResult[],
): void {
  // Without a service worker, the device cannot show a stored page.
  if (!navigator.serviceWorker?.controller) return;
  const saved = results.flatMap(({ row, stored }) =>
    // If one field was refused, other fields of the row may still be saved.
    stored.version > 0 ? [{ account, target: saveUrl, row, ...stored, at: Date.now() }] : [],
  );
  if (saved.length > 0) saveAcknowledgedRows(saved).catch(() => undefined);
}

/**
 * Returns the rows that were saved after the page was read, if the page is a copy stored on the device
 * (`data-stored-at`). A page from the server needs no update: it may rightly lack a mark that was deleted since.
 */
export async function listRowsNewerThanPage(
  owner: { account: number; target: string },
  rows: readonly LoadedRow[],
): Promise<LoadedRow[]> {
  const { storedAt } = document.documentElement.dataset;
  // The recorded rows are kept, because the device may show an older copy until this page is stored.
  if (!storedAt) return [];
  const acknowledged = await listAcknowledgedRows(owner.account, owner.target).catch(() => []);
  const versions = new Map(rows.map(({ row, version }) => [row, version]));
  return acknowledged.filter(
    ({ row, version, at }) =>
      version > (versions.get(row) ?? Infinity) &&
      at > Date.parse(storedAt) - MAX_READING_MS &&
      Date.now() - at < SHOWN_MS,
  );
}
