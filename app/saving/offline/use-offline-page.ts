import { useEffect } from "react";

import { storeOfflinePage } from "./store-offline-page.ts";
import { offlineSince, noteFresh } from "./offline-since.ts";
import { noteStored } from "./stored-here.ts";

/**
 * Stores this page on the device, to be shown when it is loaded again without network. `path` is the page's address
 * without that of a dialog over it, null for a page that is not to be stored.
 */
export function useOfflinePage(path: string | null): void {
  useEffect(() => {
    if (path === null) return;
    // A copy is not stored again as if it were new.
    if (offlineSince() === null) return storeOfflinePage(path);
    noteStored(path);
    return noteFresh;
  }, [path]);
}
