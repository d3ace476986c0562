import { acknowledgedRows, noteAcknowledged } from "./outbox-database.ts";
import type { RowResult } from "../protocol/protocol.ts";
import type { LoadedRow } from "../protocol/loaded-row.ts";
import type { Destination } from "../client/send.ts";

/** As long as a page can be shown again as it once was. */
const SHOWN_MS = 12 * 60 * 60 * 1_000;

/** A copy may have been read before a save that was answered while the copy was on its way. */
const READING_MS = 60_000;

/** What was saved since the page was read, so that the same page, shown again without network, is not behind. */
export function noteAnswers({ account, saveUrl }: Destination, results: readonly RowResult[]): void {
  // Only a service worker can show a page again.
  if (!navigator.serviceWorker?.controller) return;
  const saved = results.flatMap(({ row, stored }) =>
    // Also beside a field that was refused others are saved.
    stored.version > 0 ? [{ account, target: saveUrl, row, ...stored, at: Date.now() }] : [],
  );
  if (saved.length > 0) noteAcknowledged(saved).catch(() => undefined);
}

/**
 * Rows acknowledged after the page's own were read, on a page that is shown as the device kept it (`data-stored-at`). A
 * page that the server has just sent knows better: a mark may have been deleted since.
 */
export async function newerThanPage(
  of: { account: number; target: string },
  rows: readonly LoadedRow[],
): Promise<LoadedRow[]> {
  const { storedAt } = document.documentElement.dataset;
  // Nothing is forgotten: the device may still have an older copy than this page, until it has stored this one.
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
