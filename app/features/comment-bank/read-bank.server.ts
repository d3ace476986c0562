import { noTransaction } from "#db/index.ts";
import { phraseCounts, phrasesOfOwner } from "#db/queries/reports/comment-phrases.ts";
import type { Person } from "#domain/person.ts";
import { placeIn, type Bank } from "./bank.rules.ts";
import { mayEdit, tabFor } from "./phrase-owner.server.ts";

const PAGE_SIZE = 20;

/** One page of the person's own phrases, or of the school's. */
export async function readBank(person: Person, query: URLSearchParams): Promise<Bank> {
  const asked = placeIn(query);
  const tab = tabFor(person, asked.tab);
  const { own, school } = await phraseCounts({ employeeId: person.employeeId }, noTransaction);
  const lastPage = Math.max(1, Math.ceil((tab === "own" ? own : school) / PAGE_SIZE));
  const page = Math.min(asked.page, lastPage);
  const employeeId = tab === "own" ? person.employeeId : null;
  const phrases = await phrasesOfOwner(
    { employeeId, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    noTransaction,
  );
  return {
    tab,
    ownCount: person.employeeId === null ? null : own,
    schoolCount: school,
    canEdit: mayEdit(person, tab),
    phrases: phrases.map(({ phrase_id: id, phrase }) => ({ id, phrase })),
    page,
    pageSize: PAGE_SIZE,
  };
}
