import { useSyncExternalStore } from "react";
import { createEmitter } from "#ui/emitter.ts";
import { canReloadOffline } from "./offline-pages.ts";

const copyChanges = createEmitter();

/** Returns when the page was stored if the device shows its copy, or null if the page came from the server. */
export function useOfflineSince(): string | null {
  return useSyncExternalStore(copyChanges.subscribe, offlineSince, neverWhileServing);
}

export function offlineSince(): string | null {
  return document.documentElement.dataset.storedAt ?? null;
}

/** Records that the server has sent a page or new data to replace the copy. */
export function markPageFresh(): void {
  if (offlineSince() === null) return;
  delete document.documentElement.dataset.storedAt;
  copyChanges.notify();
}

function neverWhileServing() {
  return null;
}

const storedChanges = createEmitter();

/** Records which page this device has stored. `canReloadOffline` reads this when the network may be gone. */
export function markPageStored(path: string | null): void {
  const { dataset } = document.documentElement;
  if (path === null) delete dataset.storedPage;
  else dataset.storedPage = path;
  storedChanges.notify();
}

/** Tells whether this page can be reloaded without a network. The component renders again when that changes. */
export function useCanReload(): boolean {
  return useSyncExternalStore(storedChanges.subscribe, canReloadOffline, () => false);
}
