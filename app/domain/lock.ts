import {
  describeReadOnlyEntry,
  describeEntryRejection,
  type EntryDates,
  type EntryKind,
} from "./entry/windows.ts";
import type { OpenCorrection } from "./entry/corrections.ts";
import { periodLabel } from "./terms.ts";

/** The reason why a whole mark sheet or report cannot be changed now, or `open` if it can be changed. */
export type EntryLock = "open" | "not-yours" | "past-term" | "outside-dates";

/** The reason why the save of a whole sheet or report is rejected. Messages show `words` after `Not saved:`. */
export type LockReason = { why: Exclude<EntryLock, "open"> | "no-school" | "term-ahead"; words: string };

type LockFacts = {
  isCurrent: boolean;
  /**
   * True if the person is responsible for these entries, for example as the lesson's teacher, or is an administrator.
   * In a past term, true if the person was responsible for them then, or is an administrator.
   */
  canEdit: boolean;
  /** The dates between which the person may enter data; null when there are no such dates. */
  dates?: Pick<EntryDates, "state"> | null;
  /** The corrections that an administrator has opened, if the term is a past one. */
  corrections?: readonly OpenCorrection[] | null;
};

export function findEntryLock({ isCurrent, canEdit, dates = null, corrections }: LockFacts): EntryLock {
  if (!isCurrent && !corrections?.length) return "past-term";
  if (!canEdit) return "not-yours";
  // The dates of entry no longer matter in a past term, because each correction has its own last day.
  if (!isCurrent) return "open";
  return dates === null || dates.state === "open" ? "open" : "outside-dates";
}

/**
 * Tells whether earlier values can be restored. They can if the data can be changed, or if only the dates of entry
 * prevent a change.
 */
export function canRestoreValues(lock: EntryLock): boolean {
  return lock === "open" || lock === "outside-dates";
}

type Entry = { kind: EntryKind; dates: EntryDates | null };
type Words = { notYours: string; entry?: Entry };

/**
 * Returns why a save is rejected, or null when the data can be changed.
 * @param words `notYours` is the text for data that somebody else is responsible for
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

/** Builds the sentence above read-only data, or returns null when the data can be changed. */
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
