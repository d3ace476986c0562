import { useEffect } from "react";

import type { RecordHands } from "./record-hands.ts";

let onPage: RecordHands | null = null;

/** The report that is shown, for a dialog over it. */
export function useHandsOnPage(hands: RecordHands): void {
  useEffect(() => {
    onPage = hands;
    return () => {
      if (onPage === hands) onPage = null;
    };
  }, [hands]);
}

export function handsOnPage(): RecordHands | null {
  return onPage;
}
