import { noTransaction } from "#db/index.ts";
import { currentTerm } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { termTitle } from "#domain/terms.ts";
import type { GivenDates, TermFaults } from "#domain/turn/term-dates.ts";
import { rehearseTurn } from "./rehearse-turn.server.ts";
import { turnUrl } from "./turn-place.rules.ts";

type Asked = {
  given: GivenDates;
  /** The current term, when the form was opened. */
  seenTermId: number;
};

export type Advanced = { ok: true; to: string } | { ok: false; status: 409 | 422; faults: TermFaults };

/** What Advance was pressed with: it is rehearsed, or what is wrong is said. A stale page is told so. */
export async function postAdvance(person: Person, { given, seenTermId }: Asked): Promise<Advanced> {
  const current = await currentTerm(noTransaction);
  if (current && current.academic_term_id !== seenTermId) {
    const now = `The current term is ${termTitle(current.academic_term_id)} by now. Nothing was changed.`;
    return { ok: false, status: 409, faults: { term_start: now } };
  }
  const asked = await rehearseTurn(person, given);
  if (asked.kind === "invalid") return { ok: false, status: 422, faults: asked.faults };
  return { ok: true, to: turnUrl(asked.rolloverId) };
}
