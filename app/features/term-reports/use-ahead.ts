import { useEffect } from "react";

import { tellPagesAtHand } from "#saving/pages-at-hand.ts";
import type { SheetStore } from "#saving/sheet-store.ts";

import { fetchAhead, forgetAhead, forgetWhenSaved, isAtHand } from "./reports-ahead.ts";
import type { Report } from "./report.ts";

/** The page itself comes first. */
const QUIET_MS = 700;

/** Fetches the next report once this one is quiet, so that NEXT is instant on a slow network. */
export function useAhead({ url, links: { next } }: Report, store: SheetStore): void {
  useEffect(() => {
    forgetWhenSaved(store, url);
    tellPagesAtHand(isAtHand);
    return forgetAhead;
  }, [store, url]);

  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => void fetchAhead(next), QUIET_MS);
    return () => clearTimeout(timer);
  }, [next]);
}
