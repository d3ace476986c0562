import { transaction, type Transaction } from "#db/index.ts";
import * as phrases from "#db/queries/reports/comment-phrases.ts";
import type { Person } from "#domain/person.ts";
import { forbidden } from "#runtime/errors.ts";
import type { BankTab } from "./bank.rules.ts";
import { mayEdit, NOT_YOURS_TO_EDIT, phraseToEdit, tabFor } from "./phrase-owner.server.ts";

export type PhraseStored = { ok: true } | { ok: false; status: 409 | 422; fault: string };

/** Nobody finds a phrase among more, and each is offered over every comment. */
const MOST_PHRASES = 200;

const REPEATED = "This phrase is there already.";

/** Adds one more phrase of the person's own, or of the school's. @throws forbidden */
export function addPhrase(
  person: Person,
  { tab: wanted, phrase }: { tab: BankTab; phrase: string },
): Promise<PhraseStored> {
  const tab = tabFor(person, wanted);
  if (!mayEdit(person, tab)) throw forbidden(NOT_YOURS_TO_EDIT);
  const employeeId = tab === "own" ? person.employeeId : null;
  return transaction(person, async (t) => {
    const counts = await phrases.phraseCounts({ employeeId }, t);
    const repeat = await faultOfRepeat({ employeeId, phrase, exceptId: null }, t);
    const fault = repeat ?? (counts[tab] < MOST_PHRASES ? null : wordsOfFull(tab));
    if (fault) return refused(422, fault);
    return (await phrases.addPhrase({ employeeId, phrase }, t)) ? { ok: true } : refused(422, REPEATED);
  });
}

/** Puts other words in the place of a phrase that was read as `was`. @throws notFound, forbidden */
export function changePhrase(
  person: Person,
  { phraseId, was, phrase }: PhraseRead & { phrase: string },
): Promise<PhraseStored> {
  return editing(person, { phraseId, was }, async (employeeId, t) => {
    const repeat = await faultOfRepeat({ employeeId, phrase, exceptId: phraseId }, t);
    if (repeat) return refused(422, repeat);
    if (phrase !== was) await phrases.changePhrase({ phraseId, phrase }, t);
    return { ok: true };
  });
}

/** @throws notFound, forbidden */
export function deletePhrase(person: Person, read: PhraseRead): Promise<PhraseStored> {
  return editing(person, read, async (_employeeId, t) => {
    await phrases.removePhrase(read.phraseId, t);
    return { ok: true };
  });
}

type PhraseRead = { phraseId: number; was: string };

/** A phrase that was read as `was` is not written over when a colleague has changed or deleted it since. */
function editing(
  person: Person,
  { phraseId, was }: PhraseRead,
  edit: (employeeId: number | null, t: Transaction) => Promise<PhraseStored>,
): Promise<PhraseStored> {
  return transaction(person, async (t) => {
    const { employee_id } = await phraseToEdit(person, phraseId, t);
    const now = await phrases.lockPhrase(phraseId, t);
    if (!now) return refused(409, "This phrase was deleted in the meantime.");
    if (now.phrase === was) return edit(employee_id, t);
    return refused(409, `Somebody changed this phrase in the meantime. It is now: ${now.phrase}`);
  });
}

/** Why a phrase cannot be in a bank twice, or null. */
async function faultOfRepeat(
  asked: { employeeId: number | null; phrase: string; exceptId: number | null },
  t: Transaction,
): Promise<string | null> {
  const same = await phrases.samePhrase(asked, t);
  if (!same) return null;
  return same.employee_id === null
    ? "The school’s phrases have this one already."
    : "You have this phrase already.";
}

function wordsOfFull(tab: BankTab): string {
  const whose = tab === "own" ? "You keep" : "The school keeps";
  return `${whose} ${MOST_PHRASES} phrases, as many as the bank holds. Delete one that is not used any more first.`;
}

function refused(status: 409 | 422, fault: string): PhraseStored {
  return { ok: false, status, fault };
}
