import { PATHS } from "../paths.ts";

/** Reports of many classes in one go (design sections 6 and 7). */
export type BatchKind = "report-card" | "mark-sheet";

/** `queued`: its job waits for a worker. Whatever is not one of the last three is still to come. */
export type BatchItemState = "waiting" | "queued" | "making" | "made" | "failed" | "cancelled";

/** How long a batch is kept after it was asked for. */
export const BATCH_DAYS = 30;

/** What is compared of one student's part of a document, each by a word for what it holds. */
export type PrintedParts = Readonly<Record<string, string>>;

/** What was made of a class, as the cover of a run lists it. */
export type BatchContents = { pages: number; cards: readonly PrintedCard[] };

export type PrintedCard = {
  name: string;
  pages: number;
  isSigned: boolean;
  hasComment: boolean;
  changedSincePosted: boolean;
};

/** A batch whole: one PDF, or a ZIP by class. */
export function batchFileUrl(batchId: number, form: "pdf" | "zip"): string {
  return `${PATHS.batches}/${batchId}/${form}`;
}

/** The document of one class of a batch. */
export function batchItemUrl(batchId: number, itemId: number): string {
  return `${PATHS.batches}/${batchId}/classes/${itemId}`;
}
