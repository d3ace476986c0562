import { useEffect } from "react";

import { keepPage } from "./keep-page.ts";
import { keptAt, noteFresh } from "./kept-at.ts";
import { noteKept } from "./kept-here.ts";

/**
 * Has this page kept on the device, to be shown when it is loaded again without network. `path` is the page's address
 * without that of a dialog over it, null for a page that is not to be kept.
 */
export function useKeptPage(path: string | null): void {
  useEffect(() => {
    if (path === null) return;
    // A copy is not kept again as if it were new.
    if (keptAt() === null) return keepPage(path);
    noteKept(path);
    return noteFresh;
  }, [path]);
}
