import { useEffect, useState } from "react";
import { openUnsent } from "#saving/client/open-unsent.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";

import type { UnsentGroup } from "./unsent-groups.rules.ts";

/** Longer than it takes to ask other open pages what they have. */
const TAKING_UP_MS = 1_000;

/** Takes up what waits of each target. `isSettled`: what is in no store by then is another page's to send. */
export function useUnsentTargets(account: number, groups: readonly UnsentGroup[]) {
  const [stores, setStores] = useState<ReadonlyMap<string, SavingStore>>(new Map());
  const [isSettled, settle] = useState(false);
  const targets = groups.map(({ target }) => target).join(" ");

  useEffect(() => {
    setStores((known) => {
      const wanted = targets.split(" ").filter((target) => target && !known.has(target));
      const opened = wanted.map((saveUrl) => [saveUrl, openUnsent({ account, saveUrl })] as const);
      return opened.length > 0 ? new Map([...known, ...opened]) : known;
    });
    const timer = setTimeout(() => settle(true), TAKING_UP_MS);
    return () => clearTimeout(timer);
  }, [account, targets]);

  return { stores, isSettled };
}
