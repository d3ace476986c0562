import { noTransaction } from "#db/index.ts";
import { sheetTerms } from "#db/queries/lessons.ts";
import type { TermRow } from "#db/queries/lessons.ts";

/** The terms that have begun, newest first: those that have mark sheets. */
export function listTerms(): Promise<TermRow[]> {
  return sheetTerms(noTransaction);
}
