import { noTransaction } from "#db/index.ts";
import { currentTerm } from "#db/queries/school.ts";
import type { CurrentTermRow } from "#db/queries/school.ts";
import { notFound } from "#runtime/errors.ts";

/** @throws notFound in a school whose calendar has not begun */
export async function readCurrentTerm(): Promise<CurrentTermRow> {
  const term = await currentTerm(noTransaction);
  if (!term) throw notFound("The school has no current term yet.");
  return term;
}
