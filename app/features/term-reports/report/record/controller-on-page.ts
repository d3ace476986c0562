import { useEffect } from "react";
import type { RecordController } from "./record-controller.ts";

let onPage: RecordController | null = null;

/** Registers the controller of the report on the page, for a dialog over the report. */
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
