import {
  describeReadOnlyEntry,
  describeEntryRejection,
  type EntryDates,
  type EntryKind,
} from "./entry/windows.ts";
import type { OpenCorrection } from "./entry/corrections.ts";
import { periodLabel } from "./terms.ts";

/** The reason why a mark sheet or report, which is saved as a whole, cannot be changed now; `open` if it can. */
export type EntryLock = "open" | "not-yours" | "past-term" | "outside-dates";

/** Explains why a whole save is rejected. `words` follows `Not saved:`. */
export type LockReason = { why: Exclude<EntryLock, "open"> | "no-school"; words: string };

type LockFacts = {
  isCurrent: boolean;
  /**
   * True if it is for this person to enter the data, for example as the lesson's teacher or as an administrator.
   * For a past term, true if it was theirs to enter then, or if they are an administrator.
   */
  canEdit: boolean;
  /** The person's dates of entry; null when none apply. */
  dates?: Pick<EntryDates, "state"> | null;
  /** The corrections that are open in a past term. */
  corrections?: readonly OpenCorrection[] | null;
};

/** Decides whether data can be changed now. */
export function findEntryLock({ isCurrent, canEdit, dates = null, corrections }: LockFacts): EntryLock {
  if (!isCurrent && !corrections?.length) return "past-term";
  if (!canEdit) return "not-yours";
  // The dates of a past term are over; the correction has an end of its own.
  if (!isCurrent) return "open";
  return dates === null || dates.state === "open" ? "open" : "outside-dates";
}

/** Tells whether the data can be changed now, or within the dates of entry, so that values can be restored. */
export function isWritableThisTerm(lock: EntryLock): boolean {
  return lock === "open" || lock === "outside-dates";
}

type Entry = { kind: EntryKind; dates: EntryDates | null };
type Words = { notYours: string; entry?: Entry };

/**
 * Returns why a save is rejected, or null when entries are open.
 * @param words `notYours` is the text for data that somebody else writes
 */
export function findLockReason(lock: EntryLock, { notYours, entry }: Words): LockReason | null {
  if (lock === "open") return null;
  if (lock === "past-term") return { why: lock, words: "this term is over" };
  if (lock === "outside-dates" && entry)
    return { why: lock, words: describeEntryRejection(entry.kind, entry.dates) };
  return { why: lock, words: notYours };
}

type ReadOnly = {
  lock: EntryLock;
  academicYearId: number;
  term: number;
  what: EntryKind;
  dates: EntryDates | null;
  notYours: string;
};

/** Builds the sentence shown above read-only data; null when the data can be changed. */
export function describeReadOnly({
  lock,
  academicYearId,
  term,
  what,
  dates,
  notYours,
}: ReadOnly): string | null {
  if (lock === "open") return null;
  if (lock === "not-yours") return `${notYours}. You can read and print them.`;
  if (lock === "outside-dates") return describeReadOnlyEntry(what, dates, { academicYearId, term });
  return `${periodLabel(academicYearId, term)} is over. You can read and print its ${what}, but you cannot change them.`;
}
