import type { RowResult } from "../protocol/protocol.ts";

const EVERY_MS = 1_000;

type Spoken = { saved: number; others: string[] };

/**
 * What a screen reader says of saving: gathered, so that it speaks once a second at most, and only what happened in
 * it. Typing a whole class must not talk over itself.
 */
export function createAnnouncer(speak: (words: string) => void, wordsOf: (result: RowResult) => string) {
  let heard: Spoken = { saved: 0, others: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return { hear, say, stop: () => clearTimeout(timer) };

  function hear(results: readonly RowResult[]) {
    for (const result of results) {
      if (result.outcome === "saved") heard.saved += 1;
      else heard.others.push(wordsOf(result));
    }
    later();
  }

  function say(words: string) {
    heard.others.push(words);
    later();
  }

  function later() {
    timer ??= setTimeout(tell, EVERY_MS);
  }

  function tell() {
    timer = undefined;
    const { saved, others } = heard;
    heard = { saved: 0, others: [] };
    speak([...(saved > 0 ? [`${saved} saved.`] : []), ...others].join(" "));
  }
}
