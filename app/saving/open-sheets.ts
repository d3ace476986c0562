import { newSaveId } from "./save-id.ts";
import { sendInParting, sendSave } from "./send.ts";
import { SheetStore } from "./sheet-store.ts";
import type { LoadedSheet } from "./sheet-store.ts";
import { keepInMemory } from "./unsent.ts";

const keeper = keepInMemory();
const stores = new Map<string, SheetStore>();
let watching = false;

/**
 * The store of a sheet. A sheet that was left for another screen keeps saving, and shows what is still unsent when it
 * is opened again; one account never sends what another typed.
 */
export function openSheet(sheet: LoadedSheet): SheetStore {
  const outside = { keeper, newSaveId, send: sendSave };
  // The server renders for everybody at once: nothing of a request may outlive it there.
  if (typeof document === "undefined") return new SheetStore(sheet, outside);
  watchPage();
  const key = `${sheet.account} ${sheet.saveUrl}`;
  const open = stores.get(key);
  if (open?.hasUnsent()) {
    open.absorb(sheet.rows, sheet.receipt);
    return open;
  }
  const store = new SheetStore(sheet, outside);
  stores.set(key, store);
  return store;
}

/** Whether closing the page, or signing out, could lose something typed. */
function hasUnsentRows(): boolean {
  return keeper.count() > 0;
}

function watchPage() {
  if (watching) return;
  watching = true;
  window.addEventListener("online", resumeAll);
  window.addEventListener("focus", resumeAll);
  window.addEventListener("pageshow", resumeAll);
  window.addEventListener("pagehide", partAll);
  window.addEventListener("beforeunload", warn);
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
