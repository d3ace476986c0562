import { useEffect, useState } from "react";

import type { StoredUnsentRow } from "../outbox/outbox-database.ts";
import { outbox } from "../client/open-stores.ts";

/** A keystroke changes what is stored: it is read back after a rest, and typing never waits for it. */
const REST_MS = 400;

/** Other tabs do not announce what they store: it is read again when somebody looks at this one. */
const LOOKS = ["focus", "pageshow", "online"];

/**
 * What this device has stored unsent for an account, of whichever page; null until it is read.
 * @param place read again when it changes, such as the screen that is shown
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
