import { useSyncExternalStore } from "react";

/** False in the served page and until React has hydrated it, true from then on: what needs script waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges() {
  return () => undefined;
}
