import type { Likeness } from "#domain/people/alike.ts";
import type { ShownStudent } from "../merge/merge.ts";

/** Two records that may be one child's; the first is the one that would stay. */
export type ShownPair = { kept: ShownStudent; merged: ShownStudent; likeness: Likeness };

export type ShownMerge = {
  id: number;
  /** `Jaheim Baptiste, SR-20417`. */
  merged: string;
  kept: string;
  /** `22 Nov 2026, 10:41, W. Gomez`. */
  about: string;
  /** It was undone, or the record that stayed was merged into another since. */
  isOver: boolean;
};

/** What was asked to be compared and is not there, by the field. */
export type NotFound = {
  typed: Record<"one" | "other", string>;
  faults: Partial<Record<"one" | "other", string>>;
};

export type Duplicates = {
  pairs: ShownPair[];
  page: number;
  pageSize: number;
  total: number;
  merges: ShownMerge[];
  notFound: NotFound | null;
};
