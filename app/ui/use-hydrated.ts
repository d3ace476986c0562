import { useSyncExternalStore } from "react";

/** False in the served page and while it is taken over by script, true from then on: what needs script waits for it. */
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
