import { useSyncExternalStore } from "react";

import { canReloadOffline } from "./can-reload-offline.ts";

const listeners = new Set<() => void>();

/** The page that is on this device, for `canReloadOffline`; it may be so only when the network is gone already. */
export function noteStored(path: string | null): void {
  const { dataset } = document.documentElement;
  if (path === null) delete dataset.offlinePage;
  else dataset.offlinePage = path;
  for (const listener of listeners) listener();
}

/** Whether this page may be loaded again without network, as soon as it is so. */
export function useCanReload(): boolean {
  return useSyncExternalStore(subscribe, canReloadOffline, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
