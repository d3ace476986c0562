import {
  formatOutsideWindow,
  describeOutsideWindow,
  type EntryDates,
  type EntryKind,
} from "./entry/windows.ts";
import { periodLabel } from "./terms.ts";

/** The reason why nothing can be entered now in data that is saved together, such as a sheet or a report. */
export type Lock = "open" | "not-yours" | "past-term" | "outside-dates";

/** The reason why a save is rejected as a whole, in words that follow 'Not saved:'. */
export type Closed = { why: Exclude<Lock, "open"> | "no-school"; words: string };

type LockFacts = { isCurrent: boolean; canEdit: boolean; dates?: Pick<EntryDates, "state"> | null };

/** Decides whether entries are open. @param dates the dates of entry for this person; null when none apply */
export function findLock({ isCurrent, canEdit, dates = null }: LockFacts): Lock {
  if (!isCurrent) return "past-term";
  if (!canEdit) return "not-yours";
  return dates === null || dates.state === "open" ? "open" : "outside-dates";
}

/** Tells whether the data could be written at another time, so that an earlier value can be restored. */
export function isWritable(lock: Lock): boolean {
  return lock === "open" || lock === "outside-dates";
}

type Entry = { kind: EntryKind; dates: EntryDates | null };
type Words = { notYours: string; entry?: Entry };

/**
 * Returns the reason for the lock, or null when entries are open.
 * @param words `notYours` is used when somebody else writes the data
 */
export function closedReason(lock: Lock, { notYours, entry }: Words): Closed | null {
  if (lock === "open") return null;
  if (lock === "past-term") return { why: lock, words: "this term is over" };
  if (lock === "outside-dates" && entry)
    return { why: lock, words: describeOutsideWindow(entry.kind, entry.dates) };
  return { why: lock, words: notYours };
}

type ReadOnly = {
  lock: Lock;
  academicYearId: number;
  term: number;
  what: EntryKind;
  dates: EntryDates | null;
  notYours: string;
};

/** Builds the sentence above read-only data; null above data that can be written. */
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
  if (lock === "outside-dates") return formatOutsideWindow(what, dates, { academicYearId, term });
  return `${periodLabel(academicYearId, term)} is over. You can read and print its ${what}, but you cannot change them.`;
}
