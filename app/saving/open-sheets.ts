import { newSaveId } from "./save-id.ts";
import { sendInParting, sendSave } from "./send.ts";
import type { Destination } from "./send.ts";
import { SheetStore } from "./sheet-store.ts";
import type { LoadedSheet } from "./sheet-store.ts";
import { keepInMemory } from "./unsent.ts";
import type { UnsentKeeper } from "./unsent.ts";

const keeper = keepInMemory();
const stores = new Map<string, SheetStore>();
let watching = false;

/**
 * The store of a sheet. A sheet that was left for another screen keeps saving, and shows what is still unsent when it
 * is opened again; one account never sends what another typed.
 */
export function openSheet(sheet: LoadedSheet): SheetStore {
  // The server renders for everybody at once: nothing of a request may outlive it there.
  if (typeof document === "undefined") return newStore(sheet, keepInMemory());
  const open = stores.get(nameOf(sheet));
  if (!open?.hasUnsent()) return newStore(sheet, keeper);
  open.absorb(sheet.rows, sheet.receipt);
  return open;
}

/** From when the sheet is shown: its rows are sent also when the page goes, or comes back. */
export function watchSheet(store: SheetStore) {
  stores.set(nameOf(store.destination), store);
  if (watching) return;
  watching = true;
  window.addEventListener("online", resumeAll);
  window.addEventListener("focus", resumeAll);
  window.addEventListener("pageshow", resumeAll);
  window.addEventListener("pagehide", partAll);
  window.addEventListener("beforeunload", warn);
}

function newStore(sheet: LoadedSheet, kept: UnsentKeeper): SheetStore {
  return new SheetStore(sheet, { keeper: kept, newSaveId, send: sendSave });
}

function nameOf({ account, saveUrl }: Destination): string {
  return `${account} ${saveUrl}`;
}

/** Whether closing the page, or signing out, could lose something typed. */
function hasUnsentRows(): boolean {
  return keeper.count() > 0;
}

function resumeAll() {
  for (const store of stores.values()) store.resume();
}

function partAll() {
  for (const store of stores.values()) {
    for (const request of store.part()) sendInParting(store.destination, request);
  }
}

/** Asks before the page is closed over something unsent, and sends meanwhile: often it is saved before the answer. */
function warn(event: BeforeUnloadEvent) {
  if (!hasUnsentRows()) return;
  event.preventDefault();
  for (const store of stores.values()) {
    store.leaveAll();
    store.resume();
  }
}
