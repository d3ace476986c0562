import { newerThanPage, recordAcknowledged } from "../outbox/acknowledged.ts";
import { setConnection } from "./connection.ts";
import { staysOffDevice, unlistedTarget, type LoadedTarget } from "./loaded-target.ts";
import { answerOtherTabs } from "../outbox/open-tabs.ts";
import { Outbox } from "../outbox/outbox.ts";
import type { StoredUnsentRow } from "../outbox/outbox-database.ts";
import { createEmitter } from "#ui/emitter.ts";
import { hasChanges } from "../protocol/merge.ts";
import type { SaveRequest } from "../protocol/protocol.ts";
import { CONNECTIONS } from "./queue.ts";
import { sendable } from "./row-state.ts";
import { LOADING_MS, SavingStore } from "./saving-store.ts";
import { sendOnUnload, sendSave, type Attempt, type Destination } from "./send.ts";
import { unsentInMemory } from "../outbox/unsent.ts";

const SAVE_ID_BYTES = 16;

/** The longest time that a device which does not answer holds up the first save. */
const FINDING_MS = 2_000;

const page = newSaveId();
export const outbox = new Outbox(page);
const stores = new Map<string, SavingStore>();
const onPage = new Set<SavingStore>();
/** Notifies when a target appears on the page or leaves it. */
export const storesOnPage = createEmitter();
let signedIn: number | null = null;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Returns the store of a saved target. A store that was left for another screen keeps saving, and shows its unsent rows
 * when the target is opened again. One account never sends what another typed.
 */
export function openStore(target: LoadedTarget): SavingStore {
  // The server renders for everybody in one process, so nothing of a request may outlive the request.
  if (typeof document === "undefined") {
    return new SavingStore(target, { unsentStore: unsentInMemory(), newSaveId, send: sendSave });
  }
  const open = stores.get(nameOf(target));
  if (open && isCurrent(open)) return open;
  const store = newStore(target);
  stores.set(nameOf(target), store);
  return store;
}

/**
 * Marks the store as shown, and takes over the rows that earlier pages left unsent. Returns a function that marks the
 * store as no longer shown.
 */
export function watchStore(store: SavingStore, target: LoadedTarget): () => void {
  stores.set(nameOf(store.destination), store);
  onPage.add(store);
  storesOnPage.notify();
  store.show(target);
  if (!store.staysOffDevice) void takeUp(store, target);
  return () => {
    // Another screen may remove the field before the field loses the focus.
    store.commitAll();
    onPage.delete(store);
    storesOnPage.notify();
  };
}

/** Tells where the page's unsaved rows wait; null if the page has no saved target. */
export function keepingOfRows(): "device" | "page" | null {
  if (onPage.size === 0) return null;
  return outbox.isDurable() && ![...onPage].some((store) => store.staysOffDevice) ? "device" : "page";
}

/** Sends rows of this account, which is the one that the page shows as signed in. */
export function sendFor(account: number): void {
  const isFirst = signedIn === null;
  signedIn = account;
  void drain(account);
  if (isFirst) listen();
}

/** Tries everything that waits at once, because the network or the person is back. */
export function resumeAll(): void {
  outbox.retry();
  for (const store of stores.values()) if (store.destination.account === signedIn) store.resume();
  if (signedIn !== null) void drain(signedIn);
}

function listen() {
  answerOtherTabs(page);
  window.addEventListener("online", resumeAll);
  window.addEventListener("focus", resumeAll);
  window.addEventListener("pageshow", resumeAll);
  window.addEventListener("pagehide", flushAll);
  document.addEventListener("visibilitychange", () => outbox.noteLastChanges());
  window.addEventListener("beforeunload", warn);
}

function isCurrent(store: SavingStore): boolean {
  return store.hasUnsent() || Date.now() - store.answeredAt < LOADING_MS;
}

function newStore(target: LoadedTarget): SavingStore {
  const unsentStore = staysOffDevice(target) ? unsentInMemory() : outbox;
  const store = new SavingStore(target, { unsentStore, newSaveId, send: sendInTurn });
  if (!store.staysOffDevice) store.onResults((results) => recordAcknowledged(target, results));
  return store;
}

/** Sends one request at a time for all stores of the page, and none before its rows are on the device. */
function sendInTurn(to: Destination, request: SaveRequest, since?: number): Promise<Attempt> {
  const attempt = turn.then(() => outbox.written()).then(() => sendSave(to, request, since));
  turn = attempt.catch(() => undefined);
  return attempt.then((ended) => {
    const { kind } = ended;
    setConnection(kind === "answered" || kind === "turned-down" ? "open" : CONNECTIONS[kind]);
    return ended;
  });
}

async function takeUp(store: SavingStore, { account, saveUrl, rows }: LoadedTarget) {
  store.hold();
  const impatience = setTimeout(() => store.release(), FINDING_MS);
  try {
    store.applyAcknowledged(await newerThanPage({ account, target: saveUrl }, rows));
    store.restore(await outbox.takeOver({ account, target: saveUrl }, () => true));
  } finally {
    clearTimeout(impatience);
    store.release();
  }
}

/** Sends rows that earlier pages left unsent. Rows that wait for a decision stay until their screen is open. */
async function drain(account: number) {
  const left = await outbox.takeOver({ account }, (row) => isSendable(row) || isOpen(row));
  for (const saveUrl of new Set(left.map(({ target }) => target))) {
    const destination = { account, saveUrl };
    const store = stores.get(nameOf(destination)) ?? newStore(unlistedTarget(destination));
    stores.set(nameOf(destination), store);
    store.restore(left.filter(({ target }) => target === saveUrl));
  }
}

/** Tells whether the row is being sent, or will be sent as soon as the server can be reached. */
export function isSendable(row: StoredUnsentRow): boolean {
  return row.sent !== null || hasChanges(sendable(row));
}

/** Tells whether the row's target is on the page, which then shows the row's status itself. */
export function isOpen({ account, target }: StoredUnsentRow): boolean {
  const store = stores.get(nameOf({ account, saveUrl: target }));
  return store !== undefined && onPage.has(store);
}

function nameOf({ account, saveUrl }: Destination): string {
  return `${account} ${saveUrl}`;
}

function flushAll() {
  for (const store of stores.values()) {
    for (const request of store.flushOnUnload()) sendOnUnload(store.destination, request);
  }
  outbox.noteLastChanges();
}

/** Asks before a page with unsent rows closes, and sends them meanwhile, often before the person replies. */
function warn(event: BeforeUnloadEvent) {
  outbox.beforeUnload();
  // If nothing outlives the page, rows that wait for another screen are lost with the page too.
  const endangered = [...stores.values()].filter(
    (store) => onPage.has(store) || store.staysOffDevice || !outbox.isDurable(),
  );
  if (!endangered.some((store) => store.hasUnsent())) return;
  event.preventDefault();
  resumeAll();
}

/** `crypto.randomUUID` needs HTTPS, and many schools use plain HTTP. */
function newSaveId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SAVE_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
