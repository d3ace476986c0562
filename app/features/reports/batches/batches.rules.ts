import type { BatchKind } from "#domain/documents/batches.ts";
import { parseId } from "#domain/paths.ts";
import { periodLabel } from "#domain/terms.ts";

export const BATCH_KIND_TITLES: Record<BatchKind, string> = {
  "report-card": "Report Cards",
  "mark-sheet": "Mark Sheets",
};

/** The nouns for what a batch contains. Report cards are counted by student, mark sheets by class. */
const NOUNS: Record<BatchKind, readonly [one: string, many: string]> = {
  "report-card": ["card", "cards"],
  "mark-sheet": ["sheet", "sheets"],
};

export function batchNoun(kind: BatchKind, count: number): string {
  return NOUNS[kind][count === 1 ? 0 : 1];
}

export function documentCount(kind: BatchKind, { students }: { students: number }): number {
  return kind === "report-card" ? students : 1;
}

type Named = { kind: BatchKind; about: string; academic_year_id: number; term: number };

/** Formats a title, such as `Report Cards, Form 5`. */
export function batchTitle({ kind, about }: Pick<Named, "kind" | "about">): string {
  return `${BATCH_KIND_TITLES[kind]}, ${about}`;
}

/** Formats a name, such as `Report Cards, Form 5, 2025-2026, Term 3`. */
export function batchName(batch: Named): string {
  return `${batchTitle(batch)}, ${periodLabel(batch.academic_year_id, batch.term)}`;
}

/**
 * Describes what is out of date: report cards by student, mark sheets by class. No student is listed if only shared
 * content such as the letterhead has changed.
 */
export function describeOutOfDate(
  kind: BatchKind,
  { parts, classes }: { parts: number; classes: number },
): string {
  if (parts === 0) return "Out of date: the letterhead or the layout has changed since";
  const count = kind === "report-card" ? parts : classes;
  if (count === 1) return `Out of date: 1 ${batchNoun(kind, 1)} has changed since it was made`;
  return `Out of date: ${count} ${batchNoun(kind, count)} have changed since they were made`;
}

const MINUTE = 60;
/** The time left is given in seconds below this number, and in minutes above it. */
const SECONDS_UNTIL = 90;

/** Estimates the time left at the current rate, such as `about 6 seconds left`; null until a document has been made. */
export function formatTimeLeft({
  done,
  total,
  seconds,
}: {
  done: number;
  total: number;
  seconds: number;
}): string | null {
  if (done === 0 || done >= total) return null;
  const left = Math.max(1, Math.round((seconds / done) * (total - done)));
  if (left <= SECONDS_UNTIL) return `about ${left} ${left === 1 ? "second" : "seconds"} left`;
  return `about ${Math.round(left / MINUTE)} minutes left`;
}

/** A request for documents: of all classes that the person may read, of a level, or of one class. */
export type NewBatchInput = {
  kind: BatchKind;
  academicTermId: number;
  /** The mark sheets of the term's first assessment (1) or of the End of Term test (2); null for report cards. */
  assessment: 1 | 2 | null;
  of: BatchScope;
};

export type BatchScope = { level: number | null; classId: number | null };

/** Parses a query such as `?kind=report-card&term=202520263&level=5`. Null if no batch can match. */
export function parseNewBatchInput(query: URLSearchParams): NewBatchInput | null {
  const kind = query.get("kind");
  const academicTermId = parseId(query.get("term"));
  if ((kind !== "report-card" && kind !== "mark-sheet") || academicTermId === null) return null;
  const of = { level: parseId(query.get("level")), classId: parseId(query.get("class")) };
  const isSaid = (name: string, found: number | null) => found !== null || !query.get(name);
  if (!isSaid("level", of.level) || !isSaid("class", of.classId)) return null;
  if (kind === "report-card") return { kind, academicTermId, assessment: null, of };
  return { kind, academicTermId, assessment: query.get("sheet") === "1" ? 1 : 2, of };
}
