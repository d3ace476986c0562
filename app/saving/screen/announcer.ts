import { useCallback, useEffect, useRef, useState } from "react";
import type { SavingStore } from "../client/saving-store.ts";
import { OWN_CHANGE_AUTHOR, joinReasons, type RowResult } from "../protocol/protocol.ts";

const EVERY_MS = 1_000;

type Spoken = { saved: number; others: string[] };

type Announcer = ReturnType<typeof createAnnouncer>;

/** Returns the text of an ARIA live region, which announces the results of rows and notes about fields. */
export function useAnnouncer(store: SavingStore, wordsOf: (result: RowResult) => string) {
  const [words, setWords] = useState("");
  const announcer = useRef<Announcer | null>(null);

  useEffect(() => {
    // A live region repeats the same message only if its text changes, so a space is added.
    const speak = (next: string) => setWords((before) => (before === next ? `${next} ` : next));
    const created = createAnnouncer(speak, wordsOf);
    announcer.current = created;
    const unsubscribe = store.onResults(created.addResults);
    return () => {
      created.stop();
      unsubscribe();
    };
    // The words depend only on things that stay the same while this target is open.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [store]);

  const say = useCallback((text: string) => announcer.current?.say(text), []);
  return { words, say };
}

/**
 * Collects messages about saving for screen readers. They are announced at most once a second, together, so that
 * announcements for a whole class do not interrupt each other.
 */
export function createAnnouncer(speak: (words: string) => void, wordsOf: (result: RowResult) => string) {
  let gathered: Spoken = { saved: 0, others: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return { addResults, say, stop: () => clearTimeout(timer) };

  function addResults(results: readonly RowResult[]) {
    for (const result of results) {
      if (result.outcome === "saved") gathered.saved += 1;
      else gathered.others.push(wordsOf(result));
    }
    timer ??= setTimeout(speakAll, EVERY_MS);
  }

  function say(words: string) {
    gathered.others.push(words);
    timer ??= setTimeout(speakAll, EVERY_MS);
  }

  function speakAll() {
    timer = undefined;
    const { saved, others } = gathered;
    gathered = { saved: 0, others: [] };
    speak([...(saved > 0 ? [`${saved} saved.`] : []), ...others].join(" "));
  }
}

/** Describes the result of a row for a screen reader. `name` is the row's name, such as the student's. */
export function describeRowResult(result: RowResult, name: string): string {
  if (result.outcome === "refused") return `${name}: not saved, ${joinReasons(result.refusals)}.`;
  if (result.outcome === "saved") return `${name}: saved.`;
  return result.by === OWN_CHANGE_AUTHOR
    ? `${name}: you changed this on another page. Choose which value to keep.`
    : `${name}: changed by ${result.by}. Choose whose value to keep.`;
}
