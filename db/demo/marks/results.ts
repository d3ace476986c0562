import { percentage } from "#domain/grades.ts";
import { END_OF_TERM } from "#domain/terms.ts";
import type { TermResult } from "../reports/comments.ts";
import type { SchoolKind } from "../kind.ts";
import type { Mark } from "./marks.ts";

type Part = { title: string; percentage: number };

const NOTHING: TermResult = { average: null, best: null, weakest: null };

/** Calculates a student's End of Term results; course marks count in a class without examinations. */
export function resultsOf(
  kind: SchoolKind,
  marks: readonly Mark[],
): (studentKey: number, termId: number) => TermResult {
  const titles = new Map(kind.subjects.map(({ subject_id, title }) => [subject_id, title]));
  const parts = new Map<string, Part[]>();
  for (const { sheet, student, mark } of marks) {
    const counts = sheet.test_id === END_OF_TERM || sheet.held.course_work_only;
    if (mark === null || !counts) continue;
    const key = `${student.id} ${sheet.term.academic_term_id}`;
    const part = { title: titles.get(sheet.subject_id) ?? "", percentage: percentage(mark, sheet.max_mark) };
    const known = parts.get(key);
    if (known) known.push(part);
    else parts.set(key, [part]);
  }
  return (studentKey, termId) => summary(parts.get(`${studentKey} ${termId}`) ?? []);
}

function summary(parts: readonly Part[]): TermResult {
  const ordered = parts.toSorted((one, other) => other.percentage - one.percentage);
  const [best] = ordered;
  const weakest = ordered.at(-1);
  if (!best || !weakest) return NOTHING;
  const total = ordered.reduce((sum, part) => sum + part.percentage, 0);
  return { average: total / ordered.length, best: best.title, weakest: weakest.title };
}
