import { useEffect, useState } from "react";
import { unsentTarget } from "#saving/client/unsent-target.ts";
import type { SheetStore } from "#saving/client/sheet-store.ts";

import type { KeptGroup } from "./unsent-groups.rules.ts";

/** Longer than it takes to ask other open pages what they have in hand. */
const TAKING_UP_MS = 1_000;

/** Takes up what waits of each sheet. `isSettled`: what is not in a store by then is in hand elsewhere. */
export function useKeptSheets(account: number, groups: readonly KeptGroup[]) {
  const [stores, setStores] = useState<ReadonlyMap<string, SheetStore>>(new Map());
  const [isSettled, settle] = useState(false);
  const sheets = groups.map(({ sheet }) => sheet).join(" ");

  useEffect(() => {
    setStores((known) => {
      const wanted = sheets.split(" ").filter((sheet) => sheet && !known.has(sheet));
      const opened = wanted.map((saveUrl) => [saveUrl, unsentTarget({ account, saveUrl })] as const);
      return opened.length > 0 ? new Map([...known, ...opened]) : known;
    });
    const timer = setTimeout(() => settle(true), TAKING_UP_MS);
    return () => clearTimeout(timer);
  }, [account, sheets]);

  return { stores, isSettled };
}
