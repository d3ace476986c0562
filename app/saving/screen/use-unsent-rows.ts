import { useEffect, useState } from "react";
import type { StoredUnsentRow } from "../outbox/outbox-database.ts";
import { outbox } from "../client/open-stores.ts";

/** Rows are read again after this pause, because every keystroke changes what is stored and typing must not wait. */
const REST_MS = 400;

/** Rows are read again when somebody returns to this tab, because other tabs do not announce what they store. */
const LOOKS = ["focus", "pageshow", "online"];

/**
 * Returns an account's unsent rows on this device, from all pages; null until they have been read. A change of `place`,
 * such as the page, reads them again.
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
