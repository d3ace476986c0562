import { useSyncExternalStore } from "react";

import { createEmitter } from "#ui/emitter.ts";

const changes = createEmitter();

/** When the device read the page that it shows now, for want of a connection; null for one that the server sent. */
export function useOfflineSince(): string | null {
  return useSyncExternalStore(changes.subscribe, offlineSince, neverWhileServing);
}

export function offlineSince(): string | null {
  return document.documentElement.dataset.storedAt ?? null;
}

/** Another page has come in the place of the copy, or its data anew: from the server. */
export function noteFresh(): void {
  if (offlineSince() === null) return;
  delete document.documentElement.dataset.storedAt;
  changes.notify();
}

function neverWhileServing() {
  return null;
}
