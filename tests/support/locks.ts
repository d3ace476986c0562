import { noTransaction, rows } from "#db/index.ts";

/** How many transactions wait for what another one holds. */
export async function waitingForLocks(): Promise<number> {
  const waiting = await rows(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    [],
    noTransaction,
  );
  return waiting.length;
}
