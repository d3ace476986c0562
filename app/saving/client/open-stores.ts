import {
  listRowsNewerThanPage,
  recordAcknowledgedRows,
  type StoredUnsentRow,
} from "../outbox/outbox-database.ts";
import { setConnection } from "./connection.ts";
import { mustStayOffDevice, targetWithoutRows, type LoadedTarget } from "./loaded-target.ts";
import { announceTab } from "../outbox/open-tabs.ts";
import { Outbox } from "../outbox/outbox.ts";
import { createEmitter } from "#ui/emitter.ts";
import { hasChanges, type SaveRequest } from "../protocol/protocol.ts";
import { CONNECTION_STATES } from "./queue.ts";
import { sendableValues } from "./row-state.ts";
import { MAX_LOADING_MS, SavingStore } from "./saving-store.ts";
import { sendOnUnload, sendSave, type SendResult, type SaveDestination } from "./send.ts";
import { createMemoryUnsentStore } from "../outbox/unsent.ts";

const SAVE_ID_BYTES = 16;

/** The longest time that the first save waits until unsent rows are read from the device. */
const FINDING_MS = 2_000;

const page = newSaveId();
export const outbox = new Outbox(page);
const stores = new Map<string, SavingStore>();
const onPage = new Set<SavingStore>();
/** Notifies listeners when a store appears on the page or is no longer shown. */
export const storesOnPage = createEmitter();
let signedIn: number | null = null;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Returns the store of a target. The store of a page that the person has left continues to save, and shows its unsent
 * rows when the page opens again. Accounts have separate stores, so that no account sends another one's rows.
 */
export function openStore(target: LoadedTarget): SavingStore {
  // On the server one process renders for everybody, so no store may outlive the request.
  if (typeof document === "undefined") {
    return new SavingStore(target, { unsentStore: createMemoryUnsentStore(), newSaveId, send: sendSave });
  }
  const open = stores.get(nameOf(target));
  if (open && isCurrent(open)) return open;
  const store = newStore(target);
  stores.set(nameOf(target), store);
  return store;
}

/** Marks the store as shown and takes over unsent rows. Returns a function that marks the store as not shown. */
export function markStoreShown(store: SavingStore, target: LoadedTarget): () => void {
  stores.set(nameOf(store.destination), store);
  onPage.add(store);
  storesOnPage.notify();
  store.show(target);
  if (!store.staysOffDevice) void takeUp(store, target);
  return () => {
    // Commits the typed values, because the field may disappear before it loses the focus.
    store.commitAll();
    onPage.delete(store);
    storesOnPage.notify();
  };
}

/** Returns the place where unsaved rows are stored, or null if the page has nothing to save. */
export function unsentRowsLocation(): "device" | "page" | null {
  if (onPage.size === 0) return null;
  return outbox.isDurable() && ![...onPage].some((store) => store.staysOffDevice) ? "device" : "page";
}

/** Sends the rows of the account that the page shows as signed in. */
export function sendUnsentRowsOf(account: number): void {
  const isFirst = signedIn === null;
  signedIn = account;
  void drain(account);
  if (isFirst) listen();
}

/**
 * Sends everything that is waiting after a new sign-in. Until the first response the connection counts as open, so that
 * a response without a session is noticed as a new sign-out.
 */
export function resumeAfterSignIn(): void {
  setConnection("open");
  retryAllStores();
}

/** Sends everything that is waiting, because the network is back or the person has returned. */
export function retryAllStores(): void {
  outbox.retry();
  for (const store of stores.values()) if (store.destination.account === signedIn) store.resume();
  if (signedIn !== null) void drain(signedIn);
}

function listen() {
  announceTab(page);
  window.addEventListener("online", retryAllStores);
  window.addEventListener("focus", retryAllStores);
  window.addEventListener("pageshow", retryAllStores);
  window.addEventListener("pagehide", flushAll);
  document.addEventListener("visibilitychange", () => outbox.noteLastChanges());
  window.addEventListener("beforeunload", warn);
}

function isCurrent(store: SavingStore): boolean {
  return store.hasUnsent() || Date.now() - store.answeredAt < MAX_LOADING_MS;
}

function newStore(target: LoadedTarget): SavingStore {
  const unsentStore = mustStayOffDevice(target) ? createMemoryUnsentStore() : outbox;
  const store = new SavingStore(target, { unsentStore, newSaveId, send: sendInTurn });
  if (!store.staysOffDevice) store.onResults((results) => recordAcknowledgedRows(target, results));
  return store;
}

/** Sends one request at a time for all stores of the page, each after its rows are stored on the device. */
function sendInTurn(to: SaveDestination, request: SaveRequest, since?: number): Promise<SendResult> {
  const attempt = turn.then(() => outbox.written()).then(() => sendSave(to, request, since));
  turn = attempt.catch(() => undefined);
  return attempt.then((ended) => {
    const { kind } = ended;
    setConnection(kind === "answered" || kind === "turned-down" ? "open" : CONNECTION_STATES[kind]);
    return ended;
  });
}

async function takeUp(store: SavingStore, { account, saveUrl, rows }: LoadedTarget) {
  store.hold();
  const impatience = setTimeout(() => store.release(), FINDING_MS);
  try {
    store.applyAcknowledged(await listRowsNewerThanPage({ account, target: saveUrl }, rows));
    store.restore(await outbox.takeOver({ account, target: saveUrl }, () => true));
  } finally {
    clearTimeout(impatience);
    store.release();
  }
}

/** Sends rows that earlier pages did not send. Rows that need a decision wait until their page is opened. */
async function drain(account: number) {
  const left = await outbox.takeOver({ account }, (row) => isSendable(row) || isTargetOnPage(row));
  for (const saveUrl of new Set(left.map(({ target }) => target))) {
    const destination = { account, saveUrl };
    const store = stores.get(nameOf(destination)) ?? newStore(targetWithoutRows(destination));
    stores.set(nameOf(destination), store);
    store.restore(left.filter(({ target }) => target === saveUrl));
  }
}

/** Tells whether the row is being sent, or will be sent as soon as the server can be reached. */
export function isSendable(row: StoredUnsentRow): boolean {
  return row.sent !== null || hasChanges(sendableValues(row));
}

/** Tells whether the page shows the row's target. If so, that target shows the row's status. */
export function isTargetOnPage({ account, target }: StoredUnsentRow): boolean {
  const store = stores.get(nameOf({ account, saveUrl: target }));
  return store !== undefined && onPage.has(store);
}

function nameOf({ account, saveUrl }: SaveDestination): string {
  return `${account} ${saveUrl}`;
}

function flushAll() {
  for (const store of stores.values()) {
    for (const request of store.flushOnUnload()) sendOnUnload(store.destination, request);
  }
  outbox.noteLastChanges();
}

/** Asks for confirmation before a page with unsent rows closes, and sends them before the person responds. */
function warn(event: BeforeUnloadEvent) {
  outbox.beforeUnload();
  // Rows of other pages also prevent closing if they exist only in memory and would be lost.
  const endangered = [...stores.values()].filter(
    (store) => onPage.has(store) || store.staysOffDevice || !outbox.isDurable(),
  );
  if (!endangered.some((store) => store.hasUnsent())) return;
  event.preventDefault();
  retryAllStores();
}

/** Creates a random id. `crypto.randomUUID` is not used because it needs HTTPS, and many schools use plain HTTP. */
function newSaveId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SAVE_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
