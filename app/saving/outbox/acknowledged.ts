import { listAcknowledgedRows, saveAcknowledgedRows } from "./outbox-database.ts";
import type { RowResult, LoadedRow } from "../protocol/protocol.ts";
import type { SaveDestination } from "../client/send.ts";

/** The longest time for which a stored page can be shown again. */
const SHOWN_MS = 12 * 60 * 60 * 1_000;

/** The allowed time between reading a page before a save and storing the page's copy after the save. */
const READING_MS = 60_000;

/** Records saved rows, so that they can update the stored copy of a page when it is shown without a network. */
export function recordAcknowledgedRows(
  { account, saveUrl }: SaveDestination,
  results: readonly RowResult[],
): void {
  // Without a service worker, the device cannot show a stored page.
  if (!navigator.serviceWorker?.controller) return;
  const saved = results.flatMap(({ row, stored }) =>
    // If one field was refused, other fields of the row may still be saved.
    stored.version > 0 ? [{ account, target: saveUrl, row, ...stored, at: Date.now() }] : [],
  );
  if (saved.length > 0) saveAcknowledgedRows(saved).catch(() => undefined);
}

/**
 * Returns the rows that were saved after the page was read, if the page is a copy stored on the device
 * (`data-stored-at`). A page from the server needs no update: it may rightly lack a mark that was deleted since.
 */
export async function listRowsNewerThanPage(
  owner: { account: number; target: string },
  rows: readonly LoadedRow[],
): Promise<LoadedRow[]> {
  const { storedAt } = document.documentElement.dataset;
  // The recorded rows are kept, because the device may show an older copy until this page is stored.
  if (!storedAt) return [];
  const acknowledged = await listAcknowledgedRows(owner.account, owner.target).catch(() => []);
  const versions = new Map(rows.map(({ row, version }) => [row, version]));
  return acknowledged.filter(
    ({ row, version, at }) =>
      version > (versions.get(row) ?? Infinity) &&
      at > Date.parse(storedAt) - READING_MS &&
      Date.now() - at < SHOWN_MS,
  );
}
