import { noTransaction } from "#db/index.ts";
import { listPastTerms, findTerm, type PastTerm } from "#db/queries/calendar.ts";
import { listSheetTerms, type TermRow } from "#db/queries/lessons.ts";
import { getCurrentTerm, type CurrentTermRow } from "#db/queries/school.ts";
import { listActiveSubjects, type SubjectRow } from "#db/queries/subjects.ts";
import { nextTermId } from "#domain/rollover/term-dates.ts";
import { notFound } from "#runtime/errors.ts";

/** Lists the terms that have begun, newest first: only these have mark sheets. */
export function listTerms(): Promise<TermRow[]> {
  return listSheetTerms(noTransaction);
}

/** Returns the current term, which a school does not have before its calendar begins. @throws notFound */
export async function readCurrentTerm(): Promise<CurrentTermRow> {
  const term = await getCurrentTerm(noTransaction);
  if (!term) throw notFound("The school has no current term yet.");
  return term;
}

/** Returns the term after the current one; its first day is null until somebody sets it. */
export async function readNextTerm(): Promise<{ academic_term_id: number; term_start: string | null }> {
  const { academic_term_id: current, next_term_start } = await readCurrentTerm();
  const academic_term_id = nextTermId(current);
  const known = await findTerm(academic_term_id, noTransaction);
  return { academic_term_id, term_start: known?.term_start ?? next_term_start };
}

/** Lists the terms to which the school can be set, newest first. */
export function listTermHistory(): Promise<PastTerm[]> {
  return listPastTerms(noTransaction);
}

export function listSubjects(): Promise<SubjectRow[]> {
  return listActiveSubjects(noTransaction);
}
