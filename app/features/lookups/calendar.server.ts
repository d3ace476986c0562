import { noTransaction } from "#db/index.ts";
import { termHistory, termWith, type PastTerm } from "#db/queries/calendar.ts";
import { sheetTerms, type TermRow } from "#db/queries/lessons.ts";
import { currentTerm, type CurrentTermRow } from "#db/queries/school.ts";
import { activeSubjects, type SubjectRow } from "#db/queries/subjects.ts";
import { nextTermId } from "#domain/turn/term-dates.ts";
import { notFound } from "#runtime/errors.ts";

/** The terms that have begun, newest first: those that have mark sheets. */
export function listTerms(): Promise<TermRow[]> {
  return sheetTerms(noTransaction);
}

/** @throws notFound in a school whose calendar has not begun */
export async function readCurrentTerm(): Promise<CurrentTermRow> {
  const term = await currentTerm(noTransaction);
  if (!term) throw notFound("The school has no current term yet.");
  return term;
}

/** The term after the current one; its first day is null where nobody has said it yet. */
export async function readNextTerm(): Promise<{ academic_term_id: number; term_start: string | null }> {
  const { academic_term_id: current, next_term_start } = await readCurrentTerm();
  const academic_term_id = nextTermId(current);
  const known = await termWith(academic_term_id, noTransaction);
  return { academic_term_id, term_start: known?.term_start ?? next_term_start };
}

/** The terms that the school can be set to, newest first. */
export function listTermHistory(): Promise<PastTerm[]> {
  return termHistory(noTransaction);
}

export function listSubjects(): Promise<SubjectRow[]> {
  return activeSubjects(noTransaction);
}
