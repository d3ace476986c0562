import { outsideSentence, outsideWords, type EntryDates, type EntryKind } from "./entry/windows.ts";
import { periodLabel } from "./terms.ts";

/** Why nothing can be entered now on what is saved together, such as a sheet or a report. */
export type Lock = "open" | "not-yours" | "past-term" | "outside-dates";

/** Why a save is turned down as a whole, as a page says it after 'Refused:'. */
export type Closed = { why: Exclude<Lock, "open"> | "no-school"; words: string };

/** @param dates the dates of entry as they bind this person; null where none do */
export function lockOf({
  isCurrent,
  canEdit,
  dates = null,
}: {
  isCurrent: boolean;
  canEdit: boolean;
  dates?: Pick<EntryDates, "state"> | null;
}): Lock {
  if (!isCurrent) return "past-term";
  if (!canEdit) return "not-yours";
  return dates === null || dates.state === "open" ? "open" : "outside-dates";
}

/** It could be written, if not now: what stood there can be put back. */
export function isWritable(lock: Lock): boolean {
  return lock === "open" || lock === "outside-dates";
}

type Entry = { kind: EntryKind; dates: EntryDates | null };
type Words = { notYours: string; entry?: Entry };

/** @param words `notYours` said where it is somebody else's to write @returns null where something can be entered */
export function closedBy(lock: Lock, { notYours, entry }: Words): Closed | null {
  if (lock === "open") return null;
  if (lock === "past-term") return { why: lock, words: "this term is over" };
  if (lock === "outside-dates" && entry) return { why: lock, words: outsideWords(entry.kind, entry.dates) };
  return { why: lock, words: notYours };
}

type ReadOnly = {
  lock: Lock;
  academicYearId: number;
  term: number;
  /** What is read. */
  what: EntryKind;
  dates: EntryDates | null;
  notYours: string;
};

/** The sentence above what is only read; null above what can be written. */
export function readOnlyWords({
  lock,
  academicYearId,
  term,
  what,
  dates,
  notYours,
}: ReadOnly): string | null {
  if (lock === "open") return null;
  if (lock === "not-yours") return `${notYours}. You can read and print them.`;
  if (lock === "outside-dates") return outsideSentence(what, dates, { academicYearId, term });
  return `${periodLabel(academicYearId, term)} is over: its ${what} can be read and printed, not changed.`;
}
