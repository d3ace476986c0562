import { holds } from "#access/permissions.ts";
import type { Transaction } from "#db/index.ts";
import { lockPhrase, phraseInScope, samePhrase } from "#db/queries/reports/comment-phrases.ts";
import type { PhraseCounts, PhraseRow } from "#db/queries/reports/comment-phrases.ts";
import type { Person } from "#domain/person.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import type { BankTab } from "./bank.ts";

/** Own phrases are their owner's; those of the school are kept by admins and the principal. */
export function mayEdit(person: Person, tab: BankTab): boolean {
  if (tab === "own") return person.employeeId !== null;
  return holds(person, "admin") || holds(person, "principal.sign");
}

/** The tab that a person can have: an account without an employee has no phrases of its own. */
export function tabFor({ employeeId }: Person, wanted: BankTab): BankTab {
  return employeeId === null ? "school" : wanted;
}

export const NOT_YOURS_TO_KEEP = "The school’s phrases are kept by the principal and the administrators.";

export type PhraseToEdit = { phraseId: number; employeeId: number | null; phrase: string };

/** @throws notFound for somebody else's, forbidden for the school's when they are not this person's to edit */
export async function phraseToEdit(
  person: Person,
  phraseId: number,
  t: Transaction | null,
): Promise<PhraseToEdit> {
  const found = await phraseInScope({ phraseId, employeeId: person.employeeId }, t);
  if (!found) throw notFound("There is no such phrase, or it is not yours to see.");
  if (!mayEdit(person, found.employee_id === null ? "school" : "own")) {
    throw forbidden(NOT_YOURS_TO_KEEP);
  }
  return { phraseId, employeeId: found.employee_id, phrase: found.phrase };
}

export type PhraseTaken = { ok: true } | { ok: false; status: 409 | 422; fault: string };

/** Why a phrase cannot be in a bank twice, or null. */
export async function faultOfRepeat(
  asked: { employeeId: number | null; phrase: string; exceptId: number | null },
  t: Transaction,
): Promise<string | null> {
  const same = await samePhrase(asked, t);
  return same ? wordsOfRepeat(same) : null;
}

/** More than anybody finds their way in, and each is offered over every comment. */
const MOST_PHRASES = 200;

/** Why one phrase more is too many, or null. */
export function faultOfMany(tab: BankTab, counts: PhraseCounts): string | null {
  if (counts[tab] < MOST_PHRASES) return null;
  const whose = tab === "own" ? "You keep" : "The school keeps";
  return `${whose} ${MOST_PHRASES} phrases, as many as the bank holds. Delete one that is not used any more first.`;
}

/** Why a phrase that was read as `was` cannot be written over, or null: a colleague changed or deleted it. */
export async function faultOfStale(
  { phraseId, was }: { phraseId: number; was: string },
  t: Transaction,
): Promise<string | null> {
  const now = await lockPhrase(phraseId, t);
  if (!now) return "This phrase was deleted in the meantime.";
  return now.phrase === was ? null : `Somebody changed this phrase in the meantime. It is now: ${now.phrase}`;
}

export const REPEATED = "This phrase is there already.";

function wordsOfRepeat({ employee_id }: PhraseRow): string {
  return employee_id === null
    ? "The school’s phrases have this one already."
    : "You have this phrase already.";
}
