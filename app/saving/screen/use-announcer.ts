import { useEffect, useRef, useState } from "react";

import { createAnnouncer } from "./announcer.ts";
import type { RowResult } from "../protocol/protocol.ts";
import type { SavingStore } from "../client/saving-store.ts";

type Announcer = ReturnType<typeof createAnnouncer>;

/** Words for a polite live region: what became of rows, and what a field itself has to say. */
export function useAnnouncer(store: SavingStore, wordsOf: (result: RowResult) => string) {
  const [words, setWords] = useState("");
  const announcer = useRef<Announcer | null>(null);

  useEffect(() => {
    // The same words twice are only spoken twice when the region changed in between.
    const speak = (next: string) => setWords((before) => (before === next ? `${next} ` : next));
    const created = createAnnouncer(speak, wordsOf);
    announcer.current = created;
    const deaf = store.onResults(created.hear);
    return () => {
      created.stop();
      deaf();
    };
    // The words are made of what does not change as long as this sheet is open.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [store]);

  return { words, say: (text: string) => announcer.current?.say(text) };
}
