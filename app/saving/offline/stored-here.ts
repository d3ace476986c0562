import { useSyncExternalStore } from "react";
import { createEmitter } from "#ui/emitter.ts";
import { canReloadOffline } from "./can-reload-offline.ts";

const changes = createEmitter();

/** Notes which page is on this device, for `canReloadOffline`. The note may come only after the network has gone. */
export function markStored(path: string | null): void {
  const { dataset } = document.documentElement;
  if (path === null) delete dataset.storedPage;
  else dataset.storedPage = path;
  changes.notify();
}

/** Tells whether this page can be reloaded without a network, and follows changes. */
export function useCanReload(): boolean {
  return useSyncExternalStore(changes.subscribe, canReloadOffline, () => false);
}
