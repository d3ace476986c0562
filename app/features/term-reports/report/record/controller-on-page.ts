import { useEffect } from "react";

import type { RecordController } from "./record-controller.ts";

let onPage: RecordController | null = null;

/** The report that is shown, for a dialog over it. */
export function useControllerOnPage(controller: RecordController): void {
  useEffect(() => {
    onPage = controller;
    return () => {
      if (onPage === controller) onPage = null;
    };
  }, [controller]);
}

export function controllerOnPage(): RecordController | null {
  return onPage;
}
