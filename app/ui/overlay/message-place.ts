import { useSyncExternalStore } from "react";

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** A bar that is always in sight is the place for what the last act did: there the message covers nothing. */
export function setMessagePlace(element: HTMLElement | null): void {
  place = element;
  for (const listener of listeners) listener();
}

/** Null on a page without such a bar, and while it is served. */
export function useMessagePlace(): HTMLElement | null {
  return useSyncExternalStore(subscribe, placeNow, nowhere);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function placeNow() {
  return place;
}

function nowhere() {
  return null;
}
