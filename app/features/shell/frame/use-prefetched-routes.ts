import { useEffect, useState } from "react";

/** After the page's own script, style and pictures, on a slow network too. */
export const QUIET_MS = 3_000;

/**
 * A part that is needed when things go wrong, fetched before they do.
 * @returns null until it is there
 */
export function usePrefetchedScripts<Part>(load: () => Promise<Part>, afterMs: number): Part | null {
  const [part, setPart] = useState<Part | null>(null);

  useEffect(() => {
    if (part) return;
    const fetchPart = () => void load().then(setPart, () => undefined);
    const timer = setTimeout(fetchPart, afterMs);
    window.addEventListener("online", fetchPart);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", fetchPart);
    };
    // Always the same part.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [part, afterMs]);

  return part;
}
