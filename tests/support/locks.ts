import { expect } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";

/**
 * This is short, because a term transaction waits for its lock only briefly and can be observed only while it waits.
 */
const LOOK_AGAIN_MS = 5;

export async function countLockWaits(): Promise<number> {
  const waiting = await queryRows(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    [],
    noTransaction,
  );
  return waiting.length;
}

export async function waitForLockWait(): Promise<void> {
  await expect.poll(countLockWaits, { interval: LOOK_AGAIN_MS }).toBeGreaterThan(0);
}
