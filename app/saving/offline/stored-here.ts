import { useSyncExternalStore } from "react";

import { createEmitter } from "#ui/emitter.ts";
import { canReloadOffline } from "./can-reload-offline.ts";

const changes = createEmitter();

/** The page that is on this device, for `canReloadOffline`; it may be so only when the network is gone already. */
export function noteStored(path: string | null): void {
  const { dataset } = document.documentElement;
  if (path === null) delete dataset.storedPage;
  else dataset.storedPage = path;
  changes.notify();
}

/** Whether this page may be loaded again without network, as soon as it is so. */
export function useCanReload(): boolean {
  return useSyncExternalStore(changes.subscribe, canReloadOffline, () => false);
}
