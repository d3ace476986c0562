import { periodLabel } from "./terms.ts";

/** Why nothing can be entered now on what is saved together, such as a sheet or a report. */
export type Lock = "open" | "not-yours" | "past-term";

/** Why a save is turned down as a whole, as a page says it after 'Refused:'. */
export type Closed = { why: Exclude<Lock, "open"> | "no-school"; words: string };

export function lockOf({ isCurrent, canEdit }: { isCurrent: boolean; canEdit: boolean }): Lock {
  if (!isCurrent) return "past-term";
  return canEdit ? "open" : "not-yours";
}

/** @param notYours said where it is somebody else's to write @returns null where something can be entered */
export function closedBy(lock: Lock, notYours: string): Closed | null {
  if (lock === "open") return null;
  return { why: lock, words: lock === "past-term" ? "this term is over" : notYours };
}

type ReadOnly = { lock: Lock; academicYearId: number; term: number; what: string; notYours: string };

/** The sentence above what is only read; null above what can be written. @param what is read: 'marks' */
export function readOnlyWords({ lock, academicYearId, term, what, notYours }: ReadOnly): string | null {
  if (lock === "open") return null;
  if (lock === "not-yours") return `${notYours}. You can read and print them.`;
  return `${periodLabel(academicYearId, term)} is over: its ${what} can be read and printed, not changed.`;
}
