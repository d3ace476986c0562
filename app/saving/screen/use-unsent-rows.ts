import { useEffect, useState } from "react";
import type { StoredUnsentRow } from "../outbox/outbox-database.ts";
import { outbox } from "../client/open-stores.ts";

/** A keystroke changes what is stored. Rows are read back after a rest, so that typing never waits. */
const REST_MS = 400;

/** Other tabs do not announce what they store, so rows are read again when somebody returns to this tab. */
const LOOKS = ["focus", "pageshow", "online"];

/**
 * Returns the rows that this device has stored unsent for an account, from any page; null until they are read. A change
 * of `place`, such as the screen, reads them again.
 */
export function useUnsentRows(account: number, place = ""): readonly StoredUnsentRow[] | null {
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
  }, [account, place]);

  return unsentRows;
}
