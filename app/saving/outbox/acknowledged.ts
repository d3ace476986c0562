import { acknowledgedRows, saveAcknowledged } from "./outbox-database.ts";
import type { RowResult, LoadedRow } from "../protocol/protocol.ts";
import type { Destination } from "../client/send.ts";

/** The longest time for which a stored page can be shown again. */
const SHOWN_MS = 12 * 60 * 60 * 1_000;

/** A copy may have been read before a save that was answered while the copy was on its way. */
const READING_MS = 60_000;

/** Notes saved rows, so that the same page is not behind when it is shown again without a network. */
export function recordAcknowledged({ account, saveUrl }: Destination, results: readonly RowResult[]): void {
  // Only a service worker can show a page again.
  if (!navigator.serviceWorker?.controller) return;
  const saved = results.flatMap(({ row, stored }) =>
    // Other fields of the row may be saved, even if one was refused.
    stored.version > 0 ? [{ account, target: saveUrl, row, ...stored, at: Date.now() }] : [],
  );
  if (saved.length > 0) saveAcknowledged(saved).catch(() => undefined);
}

/**
 * Returns the rows that were acknowledged after the page was read, if the device shows its own copy (`data-stored-at`).
 * A page that the server has just sent knows better: a mark may have been deleted since.
 */
export async function newerThanPage(
  of: { account: number; target: string },
  rows: readonly LoadedRow[],
): Promise<LoadedRow[]> {
  const { storedAt } = document.documentElement.dataset;
  // Nothing is erased here: until the device has stored this page, it may still show an older copy.
  if (!storedAt) return [];
  const acknowledged = await acknowledgedRows(of.account, of.target).catch(() => []);
  const versions = new Map(rows.map(({ row, version }) => [row, version]));
  return acknowledged.filter(
    ({ row, version, at }) =>
      version > (versions.get(row) ?? Infinity) &&
      at > Date.parse(storedAt) - READING_MS &&
      Date.now() - at < SHOWN_MS,
  );
}
