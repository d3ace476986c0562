import { useSyncExternalStore } from "react";

/**
 * Returns false in the served page and until React has hydrated it, then true. Elements that need script wait for this.
 */
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
