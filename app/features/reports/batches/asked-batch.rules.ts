import { idOf } from "#domain/paths.ts";
import type { BatchKind } from "#domain/documents/batches.ts";

/** What is to be made, of all classes that somebody reads, those of a level, or one. */
export type AskedBatch = {
  kind: BatchKind;
  academicTermId: number;
  /** Of mark sheets: the period's first sheet or the End of Term sheet. */
  assessment: 1 | 2 | null;
  of: Extent;
};

export type Extent = { level: number | null; classId: number | null };

/** As `?kind=report-card&term=202520263&level=5` says it; null where it says nothing that could be made. */
export function askedBatchIn(query: URLSearchParams): AskedBatch | null {
  const kind = query.get("kind");
  const academicTermId = idOf(query.get("term"));
  if ((kind !== "report-card" && kind !== "mark-sheet") || academicTermId === null) return null;
  const of = { level: idOf(query.get("level")), classId: idOf(query.get("class")) };
  const isSaid = (name: string, found: number | null) => found !== null || !query.get(name);
  if (!isSaid("level", of.level) || !isSaid("class", of.classId)) return null;
  if (kind === "report-card") return { kind, academicTermId, assessment: null, of };
  return { kind, academicTermId, assessment: query.get("sheet") === "1" ? 1 : 2, of };
}
