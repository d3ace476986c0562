import { DOCUMENT_MS } from "./budgets.ts";
import { percentile } from "./figures.ts";
import type { Figure, Target } from "./figures.ts";
import type { Subject } from "./subject.ts";
import { expectStatus, Wire } from "./wire.ts";

const WARM_UP = 10;
const DOCUMENTS = 30;
const MEDIAN = 0.5;

/** The sheet's own documents over HTTP, once the fonts have been read. */
export async function measureDocuments(subject: Subject): Promise<Figure[]> {
  return [await timeOf(subject, "pdf", DOCUMENT_MS), await timeOf(subject, "xlsx", {})];
}

async function timeOf({ origin, cookie, sheet }: Subject, format: string, target: Target): Promise<Figure> {
  const query = new URLSearchParams({
    lesson_id: String(sheet.lessonId),
    academic_term_id: String(sheet.termId),
    test: "1",
    format,
  });
  const path = `/api/mark-sheet?${query}`;
  const wire = new Wire(origin, cookie);
  const times: number[] = [];
  for (let count = 0; count < WARM_UP + DOCUMENTS; count++) {
    times.push(expectStatus(await wire.open(path), 200, path).milliseconds);
  }
  wire.close();
  const measured = percentile(times.slice(WARM_UP), MEDIAN);
  return { what: `one mark sheet as ${format} over HTTP, warm, p50`, measured, unit: "ms", ...target };
}
