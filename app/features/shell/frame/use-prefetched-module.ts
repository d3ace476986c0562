import { useEffect, useState } from "react";

/** By then the page has its own script, style and pictures, on a slow network too. */
export const PREFETCH_AFTER_MS = 3_000;

/** A network that is away, or answers in the server's place, is tried again. */
const AGAIN_MS = 5_000;

/**
 * Fetches a module that is needed when things go wrong, before they do.
 * @returns null until it is there
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
      load().then(setModule, () => {
        if (isWanted) timer = setTimeout(fetchModule, AGAIN_MS);
      });
    }

    return () => {
      isWanted = false;
      clearTimeout(timer);
      window.removeEventListener("online", fetchModule);
    };
    // It is the same module on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [module, afterMs]);

  return module;
}
