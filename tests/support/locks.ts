import { expect } from "vitest";
import { noTransaction, rows } from "#db/index.ts";

/** The waits of a transaction of the term are short, and seen only while they last. */
const LOOK_AGAIN_MS = 5;

/** How many transactions wait for what another one holds. */
export async function waitingForLocks(): Promise<number> {
  const waiting = await rows(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    [],
    noTransaction,
  );
  return waiting.length;
}

export async function somebodyWaits(): Promise<void> {
  await expect.poll(waitingForLocks, { interval: LOOK_AGAIN_MS }).toBeGreaterThan(0);
}
