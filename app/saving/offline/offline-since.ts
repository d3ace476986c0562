import { useSyncExternalStore } from "react";
import { createEmitter } from "#ui/emitter.ts";

const changes = createEmitter();

/** Returns when the device read the page that it shows for want of a connection; null if the server sent the page. */
export function useOfflineSince(): string | null {
  return useSyncExternalStore(changes.subscribe, offlineSince, neverWhileServing);
}

export function offlineSince(): string | null {
  return document.documentElement.dataset.storedAt ?? null;
}

/** Notes that the server has sent another page, or new data, in place of the copy. */
export function markFresh(): void {
  if (offlineSince() === null) return;
  delete document.documentElement.dataset.storedAt;
  changes.notify();
}

function neverWhileServing() {
  return null;
}
