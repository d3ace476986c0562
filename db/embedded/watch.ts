import { setTimeout as sleep } from "node:timers/promises";
import type { MessageHandler } from "./account.ts";

type Watched = {
  isThere: () => boolean;
  /** Restarts the server; rejects with the reason when that is not possible now. */
  bringBack: () => Promise<void>;
  say: MessageHandler;
};

const LOOK_EVERY_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Watches a server and restarts it when it has ended by itself, for example killed by the system for lack of memory or
 * stopped by a full disk. Attempts continue until one succeeds, because somebody may be freeing space. Returns a
 * function that ends the watch after the current attempt.
 */
export function restartWhenEnded({ isThere, bringBack, say }: Watched): () => Promise<void> {
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
    say("The database stopped unexpectedly. Termbook is starting it again.");
    let said = "";
    for (let wait = LOOK_EVERY_MS; !ending.signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const failure = await bringBack().catch(reasonOf);
      if (!failure) return say("The database is running again.");
      if (failure !== said) say(`The database could not be started. Termbook tries again: ${failure}`);
      said = failure;
      await pause(wait);
    }
  }

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, null, { signal: ending.signal }).catch(() => {});
  }
}

/** Finds the line of PostgreSQL's log that gives the reason. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, reason = text] = /(?:PANIC|FATAL): +(.*)/.exec(text) ?? [];
  return reason.replaceAll("\n", " ");
}
