import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { postingRows, type PostingRow } from "#db/queries/reports/postings.ts";

/** What was said about the posting of a term, without one the current; empty where nothing was. @throws notFound */
export async function readPostings(academicTermId: number | null): Promise<PostingRow[]> {
  const { term } = await requireTerm(academicTermId, noTransaction);
  return postingRows({ academicTermId: term.academic_term_id }, noTransaction);
}
