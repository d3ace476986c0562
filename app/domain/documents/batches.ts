import { PATHS } from "../paths.ts";

/** The two documents that can be made for many classes at once. */
export type BatchKind = "report-card" | "mark-sheet";

/** `queued` means that the item's job waits for a worker. The last three states are final. */
export type BatchItemState = "waiting" | "queued" | "making" | "made" | "failed" | "cancelled";

/** The number of days for which a batch is kept after it was requested. */
export const BATCH_RETENTION_DAYS = 30;

/** The hashes of the parts of a student's document. Two prints are compared to show which parts have changed. */
export type PrintedPartHashes = Readonly<Record<string, string>>;

/** The pages and report cards that were made for a class, as the batch's cover page lists them. */
export type BatchContents = { pages: number; cards: readonly PrintedCard[] };

export type PrintedCard = {
  name: string;
  pages: number;
  isSigned: boolean;
  hasComment: boolean;
  changedSincePosted: boolean;
};

/** Returns the address of the whole batch: one PDF, or a ZIP file with a file for each class. */
export function batchFileUrl(batchId: number, form: "pdf" | "zip"): string {
  return `${PATHS.batches}/${batchId}/${form}`;
}

export function batchItemUrl(batchId: number, itemId: number): string {
  return `${PATHS.batches}/${batchId}/classes/${itemId}`;
}
