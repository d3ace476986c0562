import { keepsSchoolPhrases } from "#access/permissions.ts";
import { noTransaction, type Reading } from "#db/index.ts";
import { phraseInScope, type PhraseRow } from "#db/queries/reports/comment-phrases.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import type { BankPhrase, BankTab } from "./bank.rules.ts";

export const NOT_YOURS_TO_EDIT = "The school’s phrases are kept by the principal and the administrators.";

/** Own phrases are their owner's to edit; those of the school are the admins' and the principal's. */
export function mayEdit(person: Person, tab: BankTab): boolean {
  if (tab === "own") return person.employeeId !== null;
  return keepsSchoolPhrases(person);
}

/** The tab that a person can have: an account without an employee has no phrases of its own. */
export function tabFor({ employeeId }: Person, wanted: BankTab): BankTab {
  return employeeId === null ? "school" : wanted;
}

/** A phrase to change, and whose it is. @throws notFound, forbidden */
export async function readPhrase(person: Person, phraseId: number): Promise<BankPhrase & { owner: BankTab }> {
  const found = await phraseToEdit(person, phraseId, noTransaction);
  return { id: phraseId, phrase: found.phrase, owner: tabOf(found) };
}

/** @throws notFound for a colleague's, forbidden for the school's when they are not this person's to edit */
export async function phraseToEdit(person: Person, phraseId: number, t: Reading): Promise<PhraseRow> {
  const found = await phraseInScope({ phraseId, employeeId: person.employeeId }, t);
  if (!found) throw notFound("There is no such phrase, or it is not yours to see.");
  if (!mayEdit(person, tabOf(found))) throw forbidden(NOT_YOURS_TO_EDIT);
  return found;
}

function tabOf({ employee_id }: PhraseRow): BankTab {
  return employee_id === null ? "school" : "own";
}
