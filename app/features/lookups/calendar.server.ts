import { noTransaction } from "#db/index.ts";
import { sheetTerms, type TermRow } from "#db/queries/lessons.ts";
import { currentTerm, type CurrentTermRow } from "#db/queries/school.ts";
import { activeSubjects, type SubjectRow } from "#db/queries/subjects.ts";
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

export function listSubjects(): Promise<SubjectRow[]> {
  return activeSubjects(noTransaction);
}
