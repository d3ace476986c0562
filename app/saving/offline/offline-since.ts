import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** When the device read the page that it shows now, for want of a connection; null for one that the server sent. */
export function useOfflineSince(): string | null {
  return useSyncExternalStore(subscribe, offlineSince, neverWhileServing);
}

export function offlineSince(): string | null {
  return document.documentElement.dataset.offlineSince ?? null;
}

/** Another page has come in the place of the copy, or its data anew: from the server. */
export function noteFresh(): void {
  if (offlineSince() === null) return;
  delete document.documentElement.dataset.offlineSince;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function neverWhileServing() {
  return null;
}
