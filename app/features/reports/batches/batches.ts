import type { BatchItemState } from "#domain/documents/batches.ts";

/** What the screen of the batches shows. */
export type Batches = {
  running: RunningBatch[];
  ended: EndedBatch[];
  /** When it was read, so that an older answer does not take the place of a newer one. */
  readAt: number;
  url: string;
};

type ShownBatch = { id: number; title: string; period: string; by: string };

export type RunningBatch = ShownBatch & {
  begun: string;
  done: number;
  total: number;
  noun: string;
  left: string | null;
  levels: Level[];
};

export type Level = { title: string; classes: ClassItem[] };

export type ClassItem = {
  id: number;
  label: string;
  students: number;
  /** Students whose part is laid out, of a class that is being made. */
  done: number;
  state: BatchItemState;
  failure: string;
  /** Where its document opens; null where there is none. */
  url: string | null;
};

export type EndedBatch = ShownBatch & {
  state: "whole" | "failed" | "cancelled";
  made: string;
  /** `200 cards`, or of how many where not all are there. */
  count: string;
  keptUntil: string;
  levels: Level[];
  failures: { label: string; failure: string }[];
  download: { pdf: string; zip: string; size: string } | null;
  changed: Changed | null;
};

export type Changed = {
  /** What the button says it will make: `3 Cards`, `2 Classes`. */
  again: string;
  words: string;
  students: { name: string; url: string; className: string; what: string; by: string }[];
  /** How many are not named. */
  others: number;
};
