import { useEffect } from "react";

import { registerPrefetchedPages } from "#saving/offline/prefetched-pages.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";

import { prefetch, forgetPrefetched, forgetWhenSaved, isPrefetched } from "./prefetch.ts";
import type { Report } from "../report.ts";

/** The page itself comes first. */
const QUIET_MS = 700;

/** Fetches the next report once this one is quiet, so that NEXT is instant on a slow network. */
export function usePrefetch({ url, links: { next } }: Report, store: SavingStore): void {
  useEffect(() => {
    forgetWhenSaved(store, url);
    registerPrefetchedPages(isPrefetched);
    return forgetPrefetched;
  }, [store, url]);

  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => void prefetch(next), QUIET_MS);
    return () => clearTimeout(timer);
  }, [next]);
}
