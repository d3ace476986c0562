import { noTransaction } from "#db/index.ts";
import { phraseCounts, phrasesOfOwner } from "#db/queries/reports/comment-phrases.ts";
import { pageSpan } from "#domain/list/paging.ts";
import type { Person } from "#domain/person.ts";
import { placeIn, type Bank } from "./bank.rules.ts";
import { mayEdit, tabFor } from "./phrase-owner.server.ts";

const PAGE_SIZE = 20;

/** One page of the person's own phrases, or of the school's. */
export async function readBank(person: Person, query: URLSearchParams): Promise<Bank> {
  const asked = placeIn(query);
  const tab = tabFor(person, asked.tab);
  const { own, school } = await phraseCounts({ employeeId: person.employeeId }, noTransaction);
  const total = tab === "own" ? own : school;
  const { shown: page, from } = pageSpan({ page: asked.page, pageSize: PAGE_SIZE, total });
  const employeeId = tab === "own" ? person.employeeId : null;
  const phrases = await phrasesOfOwner({ employeeId, limit: PAGE_SIZE, offset: from - 1 }, noTransaction);
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
