import { done, rejected, stale, type Outcome } from "#access/forms/answer-form.server.ts";
import { noTransaction } from "#db/index.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { termTitle } from "#domain/terms.ts";
import type { TermDatesInput } from "#domain/rollover/term-dates.ts";
import { startRehearsal } from "./start-rehearsal.server.ts";
import { rolloverUrl } from "./rollover-params.rules.ts";

/**
 * Rehearses the rollover to the next term without moving any student.
 * @param term the current term when the form was opened
 */
export async function rehearseNextTerm(
  person: Person,
  { term, term_start, term_end, next_term_start, total_sessions }: TermDatesInput & { term: number },
): Promise<Outcome> {
  const current = await getCurrentTerm(noTransaction);
  if (current && current.academic_term_id !== term)
    return stale(`The current term is now ${termTitle(current.academic_term_id)}. Nothing was changed.`);
  const rehearsed = await startRehearsal(person, { term_start, term_end, next_term_start, total_sessions });
  if (rehearsed.kind === "invalid") return rejected(rehearsed.faults);
  return done(rolloverUrl(rehearsed.rolloverId), "");
}
