import { useEffect } from "react";

import type { RecordController } from "./record-controller.ts";

let onPage: RecordController | null = null;

/** The report that is shown, for a dialog over it. */
export function useControllerOnPage(hands: RecordController): void {
  useEffect(() => {
    onPage = hands;
    return () => {
      if (onPage === hands) onPage = null;
    };
  }, [hands]);
}

export function controllerOnPage(): RecordController | null {
  return onPage;
}
