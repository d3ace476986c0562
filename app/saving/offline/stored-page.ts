import { useSyncExternalStore } from "react";
import { createEmitter } from "#ui/emitter.ts";
import { canReloadOffline } from "./offline-pages.ts";

const copyChanges = createEmitter();

/** Returns when the device read the page that it shows for want of a connection; null if the server sent the page. */
export function useOfflineSince(): string | null {
  return useSyncExternalStore(copyChanges.subscribe, offlineSince, neverWhileServing);
}

export function offlineSince(): string | null {
  return document.documentElement.dataset.storedAt ?? null;
}

/** Notes that the server has sent another page, or new data, in place of the copy. */
export function markFresh(): void {
  if (offlineSince() === null) return;
  delete document.documentElement.dataset.storedAt;
  copyChanges.notify();
}

function neverWhileServing() {
  return null;
}

const storedChanges = createEmitter();

/** Notes which page is on this device, for `canReloadOffline`. The note may come only after the network has gone. */
export function markStored(path: string | null): void {
  const { dataset } = document.documentElement;
  if (path === null) delete dataset.storedPage;
  else dataset.storedPage = path;
  storedChanges.notify();
}

/** Tells whether this page can be reloaded without a network, and follows changes. */
export function useCanReload(): boolean {
  return useSyncExternalStore(storedChanges.subscribe, canReloadOffline, () => false);
}
