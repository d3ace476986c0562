import { counter, histogram } from "#runtime/metrics.ts";
import type { RowResult } from "../protocol/protocol.ts";

const SECONDS = [10, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, 24 * 3600, 7 * 24 * 3600];

/** A longer wait is more likely a fault of the device's clock. */
const LONGEST_SECONDS = 366 * 24 * 3600;

const rows = counter({
  name: "termbook_rows_judged_total",
  help: "Rows in saves, by outcome: saved, refused, conflict, closed.",
  labelNames: ["outcome"],
});
const waited = histogram({
  name: "termbook_save_waited_seconds",
  help: "Seconds that a typed value waited on its device before it was saved or refused.",
  buckets: SECONDS,
});

export function countResults(results: readonly Pick<RowResult, "outcome">[]): void {
  for (const { outcome } of results) rows.inc({ outcome });
}

/** Counts rows for a target in which nothing can be entered. */
export function countClosed(count: number): void {
  rows.inc({ outcome: "closed" }, count);
}

/** Records how long the oldest row of a request waited on its device. A request that went out at once does not say. */
export function observeWait(header: string | null): void {
  const seconds = Number(header ?? 0);
  if (seconds >= 0 && seconds <= LONGEST_SECONDS) waited.observe(seconds);
}
