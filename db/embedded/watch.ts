import { setTimeout as sleep } from "node:timers/promises";
import type { Say } from "./account.ts";

type Watched = {
  isThere: () => boolean;
  /** @throws with the reason when it cannot be brought back now */
  bringBack: () => Promise<void>;
  say: Say;
};

const LOOK_EVERY_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Brings a server back that has ended by itself: killed by the system when memory was short, or because its disk was
 * full. It is tried until it succeeds, for somebody may be making room.
 * @returns ends the watch, when what it is doing is done
 */
export function watch({ isThere, bringBack, say }: Watched): () => Promise<void> {
  const ending = new AbortController();
  const watching = look();
  return async () => {
    ending.abort();
    await watching;
  };

  async function look(): Promise<void> {
    while (!ending.signal.aborted) {
      if (!isThere()) await insist();
      await pause(LOOK_EVERY_MS);
    }
  }

  async function insist(): Promise<void> {
    say("The database has ended by itself. It is started again.");
    let said = "";
    for (let wait = LOOK_EVERY_MS; !ending.signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const failure = await bringBack().catch(reasonOf);
      if (!failure) return say("The database is back.");
      if (failure !== said) say(`It does not start, and is tried again: ${failure}`);
      said = failure;
      await pause(wait);
    }
  }

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, null, { signal: ending.signal }).catch(() => {});
  }
}

/** Of PostgreSQL's log the line that says what ended it. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, reason = text] = /(?:PANIC|FATAL): +(.*)/.exec(text) ?? [];
  return reason.replaceAll("\n", " ");
}
