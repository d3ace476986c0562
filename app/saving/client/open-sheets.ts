import { noteConnection } from "./connection.ts";
import { answerOtherTabs } from "./open-tabs.ts";
import { Outbox } from "./outbox.ts";
import type { StoredUnsentRow } from "./outbox-database.ts";
import type { SaveRequest } from "../protocol/protocol.ts";
import { LINKS } from "./queue.ts";
import { keepAcknowledged, newerThanPage } from "./acknowledged.ts";
import { newSaveId } from "./save-id.ts";
import { sendInParting, sendSave } from "./send.ts";
import type { Attempt, Destination } from "./send.ts";
import { LOADING_MS, SheetStore } from "./sheet-store.ts";
import { unlistedSheet } from "./loaded-sheet.ts";
import type { LoadedSheet } from "./loaded-sheet.ts";
import { keepInMemory } from "./unsent.ts";

/** What a device that does not answer holds up the first save for. */
const FINDING_MS = 2_000;

const page = newSaveId();
export const outbox = new Outbox(page);
const stores = new Map<string, SheetStore>();
const onPage = new Set<SheetStore>();
let signedIn: number | null = null;
let turn: Promise<unknown> = Promise.resolve();

/**
 * The store of a sheet. A sheet that was left for another screen keeps saving, and shows what is still unsent when it
 * is opened again; one account never sends what another typed.
 */
export function openSheet(sheet: LoadedSheet): SheetStore {
  // The server renders for everybody at once: nothing of a request may outlive it there.
  if (typeof document === "undefined") {
    return new SheetStore(sheet, { keeper: keepInMemory(), newSaveId, send: sendSave });
  }
  const open = stores.get(nameOf(sheet));
  if (open && isCurrent(open)) return open;
  const store = newStore(sheet);
  stores.set(nameOf(sheet), store);
  return store;
}

/** From when the sheet is shown: what earlier pages left of it is taken up. @returns when it is left again */
export function watchSheet(store: SheetStore, sheet: LoadedSheet): () => void {
  stores.set(nameOf(store.destination), store);
  onPage.add(store);
  store.show(sheet);
  void takeUp(store, sheet);
  return () => {
    // Another screen takes the field away before it could be left.
    store.commitAll();
    onPage.delete(store);
  };
}

/** Whose rows are sent from here: told by the page that shows who is signed in. */
export function sendFor(account: number): void {
  const isFirst = signedIn === null;
  signedIn = account;
  void drain(account);
  if (isFirst) listen();
}

/** The network or the person is back: everything that waits is tried at once. */
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
  window.addEventListener("pagehide", partAll);
  window.addEventListener("beforeunload", warn);
}

function isCurrent(store: SheetStore): boolean {
  return store.hasUnsent() || Date.now() - store.answeredAt < LOADING_MS;
}

function newStore(sheet: LoadedSheet): SheetStore {
  const store = new SheetStore(sheet, { keeper: outbox, newSaveId, send: sendInTurn });
  store.onResults((results) => keepAcknowledged(sheet, results));
  return store;
}

/** One request in flight for all sheets of the page, and none before its rows are kept. */
function sendInTurn(to: Destination, request: SaveRequest): Promise<Attempt> {
  const attempt = turn.then(() => outbox.written()).then(() => sendSave(to, request));
  turn = attempt.catch(() => undefined);
  return attempt.then((ended) => {
    const { kind } = ended;
    noteConnection(kind === "answered" || kind === "turned-down" ? "open" : LINKS[kind]);
    return ended;
  });
}

async function takeUp(store: SheetStore, { account, saveUrl, rows }: LoadedSheet) {
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

/** Sends what earlier pages left of sheets that nobody has opened; what waits for a decision waits for its sheet. */
async function drain(account: number) {
  const kept = await outbox.takeOver({ account }, (row) => isSendable(row) || isOpen(row));
  for (const saveUrl of new Set(kept.map(({ target }) => target))) {
    const destination = { account, saveUrl };
    const store = stores.get(nameOf(destination)) ?? newStore(unlistedSheet(destination));
    stores.set(nameOf(destination), store);
    store.restore(kept.filter(({ target }) => target === saveUrl));
  }
}

/** On its way, or as soon as the server is reached. */
export function isSendable({ committed, sent, issue }: StoredUnsentRow): boolean {
  return issue === null && (committed || sent !== null);
}

/** Its sheet is on the page, which tells about it itself. */
export function isOpen({ account, target }: StoredUnsentRow): boolean {
  const store = stores.get(nameOf({ account, saveUrl: target }));
  return store !== undefined && onPage.has(store);
}

function nameOf({ account, saveUrl }: Destination): string {
  return `${account} ${saveUrl}`;
}

function partAll() {
  for (const store of stores.values()) {
    for (const request of store.flushOnUnload()) sendInParting(store.destination, request);
  }
}

/** Asks before a page is closed over something unsent, and sends meanwhile: often it is saved before the answer. */
function warn(event: BeforeUnloadEvent) {
  outbox.goes();
  // Where nothing is kept beyond the page, also what waits for another screen goes with it.
  const endangered = outbox.isDurable() ? onPage : stores.values();
  if (![...endangered].some((store) => store.hasUnsent())) return;
  event.preventDefault();
  for (const store of onPage) store.commitAll();
  resumeAll();
}
