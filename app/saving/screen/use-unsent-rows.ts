import { useEffect, useState } from "react";
import type { StoredUnsentRow } from "../outbox/outbox-database.ts";
import { outbox } from "../client/open-stores.ts";

/** The pause before stored rows are read again. Every keystroke changes them, and typing must not wait. */
const REST_MS = 400;

/** The rows are read again when somebody returns to this tab, because other tabs do not announce their changes. */
const LOOKS = ["focus", "pageshow", "online"];

/**
 * Returns an account's unsent rows on this device, from all pages, or null until they are loaded. A change of
 * `reloadKey`, such as the page's path, loads them again.
 */
export function useUnsentRows(account: number, reloadKey = ""): readonly StoredUnsentRow[] | null {
  const [unsentRows, setUnsentRows] = useState<readonly StoredUnsentRow[] | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;

    async function read() {
      timer = undefined;
      const found = await outbox.unsentRows({ account });
      if (!isGone) setUnsentRows(found);
    }

    function readSoon() {
      timer ??= setTimeout(read, REST_MS);
    }

    void read();
    const unsubscribe = outbox.subscribe(readSoon);
    for (const look of LOOKS) window.addEventListener(look, readSoon);
    return () => {
      isGone = true;
      clearTimeout(timer);
      unsubscribe();
      for (const look of LOOKS) window.removeEventListener(look, readSoon);
    };
  }, [account, reloadKey]);

  return unsentRows;
}
