import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import type { BankPhrase, BankTab } from "./bank.ts";
import { phraseToEdit } from "./phrase-owner.server.ts";

/** A phrase to change, and whose it is. @throws notFound, forbidden */
export async function readPhrase(person: Person, phraseId: number): Promise<BankPhrase & { owner: BankTab }> {
  const { employeeId, phrase } = await phraseToEdit(person, phraseId, noTransaction);
  return { id: phraseId, phrase, owner: employeeId === null ? "school" : "own" };
}
