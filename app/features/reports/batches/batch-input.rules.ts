import { parseId } from "#domain/paths.ts";
import type { BatchKind } from "#domain/documents/batches.ts";

/** A request for documents of all classes that the person reads, of a level, or of one class. */
export type BatchInput = {
  kind: BatchKind;
  academicTermId: number;
  /** The period's first sheet or the End of Term sheet; null for report cards. */
  assessment: 1 | 2 | null;
  of: Extent;
};

export type Extent = { level: number | null; classId: number | null };

/** Parses a query such as `?kind=report-card&term=202520263&level=5`; null when the query names no possible batch. */
export function parseBatchInput(query: URLSearchParams): BatchInput | null {
  const kind = query.get("kind");
  const academicTermId = parseId(query.get("term"));
  if ((kind !== "report-card" && kind !== "mark-sheet") || academicTermId === null) return null;
  const of = { level: parseId(query.get("level")), classId: parseId(query.get("class")) };
  const isSaid = (name: string, found: number | null) => found !== null || !query.get(name);
  if (!isSaid("level", of.level) || !isSaid("class", of.classId)) return null;
  if (kind === "report-card") return { kind, academicTermId, assessment: null, of };
  return { kind, academicTermId, assessment: query.get("sheet") === "1" ? 1 : 2, of };
}
