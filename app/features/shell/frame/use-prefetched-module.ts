import { useEffect, useState } from "react";
import { waitForIdleNetwork } from "#ui/loading/free-line.ts";

/** The time after which a page has loaded its own script, style and pictures, even on a slow network. */
export const PREFETCH_AFTER_MS = 3_000;

/** The time until the next attempt after a failed fetch. */
const AGAIN_MS = 5_000;

/**
 * Fetches a module early, because it may be needed when the network has failed. Returns null until it is loaded.
 * @param afterMs 0 for a module that is needed at once, which does not wait for other requests
 */
export function usePrefetchedModule<Module>(load: () => Promise<Module>, afterMs: number): Module | null {
  const [module, setModule] = useState<Module | null>(null);

  useEffect(() => {
    if (module) return;
    let isWanted = true;
    let timer = setTimeout(fetchModule, afterMs);
    window.addEventListener("online", fetchModule);

    function fetchModule() {
      clearTimeout(timer);
      (afterMs === 0 ? Promise.resolve() : waitForIdleNetwork()).then(load).then(setModule, () => {
        if (isWanted) timer = setTimeout(fetchModule, AGAIN_MS);
      });
    }

    return () => {
      isWanted = false;
      clearTimeout(timer);
      window.removeEventListener("online", fetchModule);
    };
    // `load` always returns the same module, although it is a new function on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [module, afterMs]);

  return module;
}
