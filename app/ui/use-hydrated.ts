import { useSyncExternalStore } from "react";

/**
 * Returns false on the server and until React has hydrated the page, then true. Elements that need script wait for it.
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
