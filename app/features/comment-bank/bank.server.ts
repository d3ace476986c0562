import { z } from "zod";
import { done, rejected, stale, unchanged, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { NOT_OUR_FORM, requiredLine } from "#access/forms/form-values.schema.server.ts";
import { canEditSchoolPhrases } from "#access/permissions.ts";
import { noTransaction, transaction, type ReadTransaction, type Transaction } from "#db/index.ts";
import * as phrases from "#db/queries/reports/comment-phrases.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { LONGEST_PHRASE, PLACEHOLDERS, unknownPlaceholders } from "#domain/phrases.ts";
import { forbidden, notFound } from "#runtime/errors.ts";
import { bankUrl, parseBankParams, type BankTab, type BankParams } from "./bank.rules.ts";

const PAGE_SIZE = 20;
/** The largest number of phrases in a bank, because every comment field lists all of them. */
const MOST_PHRASES = 200;

const NOT_YOURS_TO_EDIT =
  "You cannot change the school’s phrases because only the principal and the administrators can.";

export type BankView = Awaited<ReturnType<typeof loadBank>>;

/** Loads one page of the person's own phrases, or of the school's phrases. */
export async function loadBank(person: Person, query: URLSearchParams) {
  const params = parseBankParams(query);
  const tab = tabFor(person, params.tab);
  const { own, school } = await phrases.countPhrases({ employeeId: person.employeeId }, noTransaction);
  const total = tab === "own" ? own : school;
  const { shown: page, from } = pageSpan({ page: params.page, pageSize: PAGE_SIZE, total });
  const onPage = await phrases.listPhrasesOfOwner(
    { employeeId: ownerOf(person, tab), limit: PAGE_SIZE, offset: from - 1 },
    noTransaction,
  );
  return {
    tab,
    /** Null for an account without an employee, because only employees have phrases of their own. */
    ownCount: person.employeeId === null ? null : own,
    schoolCount: school,
    canEdit: canEdit(person, tab),
    phrases: onPage.map(({ phrase_id: id, phrase }) => ({ id, phrase })),
    page,
    pageSize: PAGE_SIZE,
  };
}

export type PhraseView = Awaited<ReturnType<typeof loadPhrase>>;

export async function loadPhrase(person: Person, phraseId: number) {
  const { phrase, employee_id } = await phraseToEdit(person, phraseId, noTransaction);
  return { id: phraseId, phrase, owner: tabOf(employee_id) };
}

/** Reads the phrase's id from the parameters of a URL. @throws notFound */
export function parsePhraseId({ phraseId }: Record<string, string | undefined>): number {
  const id = parseId(phraseId);
  if (id === null) throw notFound("This phrase does not exist.");
  return id;
}

const KNOWN = PLACEHOLDERS.map(({ text }) => text).join(", ");

/** A phrase is a single line: line breaks and double spaces in pasted text become single spaces. */
const phrase = requiredLine(LONGEST_PHRASE, "Enter a phrase.").superRefine((text, { addIssue }) => {
  const [unknown] = unknownPlaceholders(text);
  if (unknown === undefined) return;
  addIssue({ code: "custom", message: `‘${unknown}’ has no meaning here. Use one of these: ${KNOWN}.` });
});

/** The phrase as it was when the dialog opened. If the stored phrase has changed since, the form is stale. */
const was = z.string(NOT_OUR_FORM);

export type NewPhraseInput = z.input<typeof NewPhraseForm>;

export const NewPhraseForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), phrase }),
  z.object({ intent: z.literal("preview"), phrase }),
]);

export type PhraseInput = z.input<typeof PhraseForm>;

export const PhraseForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("change"), was, phrase }),
  z.object({ intent: z.literal("preview"), was, phrase }),
  z.object({ intent: z.literal("delete"), was }),
]);

/** Adds a phrase to the person's own phrases or to the school's. @throws forbidden */
export async function addPhrase(
  person: Person,
  { input: { intent, phrase }, params }: { input: z.output<typeof NewPhraseForm>; params: BankParams },
): Promise<FormOutcome> {
  const tab = tabFor(person, params.tab);
  if (!canEdit(person, tab)) throw forbidden(NOT_YOURS_TO_EDIT);
  if (intent === "preview") return unchanged();
  const employeeId = ownerOf(person, tab);
  return transaction(person, async (t) => {
    const counts = await phrases.countPhrases({ employeeId }, t);
    const repeat = await repeatFault({ employeeId, phrase, exceptId: null }, t);
    if (repeat !== null) return rejected({ phrase: repeat });
    if (counts[tab] >= MOST_PHRASES) return rejected({ phrase: fullWords(tab) });
    const isAdded = await phrases.createPhrase({ employeeId, phrase }, t);
    return isAdded
      ? done(bankUrl(params), "Phrase added.")
      : rejected({ phrase: "This phrase is already in the comment bank." });
  });
}

/**
 * Updates or deletes a phrase, unless a colleague has changed it since the person opened the dialog.
 * @throws notFound, forbidden
 */
export function changePhrase(
  person: Person,
  { phraseId, input, params }: { phraseId: number; input: z.output<typeof PhraseForm>; params: BankParams },
): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    const { employee_id: employeeId } = await phraseToEdit(person, phraseId, t);
    const present = await phrases.lockPhrase(phraseId, t);
    if (!present) return stale({ phrase: "This phrase was deleted while you had it open." });
    if (present.phrase !== input.was)
      return stale({
        phrase: `This phrase was changed while you had it open. It is now: ${present.phrase}`,
      });
    if (input.intent === "preview") return unchanged();
    if (input.intent === "delete") {
      await phrases.deletePhrase(phraseId, t);
      return done(bankUrl(params), "Phrase deleted.");
    }
    const { phrase, was } = input;
    const repeat = await repeatFault({ employeeId, phrase, exceptId: phraseId }, t);
    if (repeat !== null) return rejected({ phrase: repeat });
    if (phrase !== was) await phrases.updatePhrase({ phraseId, phrase }, t);
    return done(bankUrl(params), "Phrase changed.");
  });
}

/**
 * Returns a phrase that this person may edit.
 * @throws notFound for a colleague's own phrase; forbidden for a school phrase if the person may not edit those
 */
async function phraseToEdit(
  person: Person,
  phraseId: number,
  t: ReadTransaction,
): Promise<phrases.PhraseRow> {
  const row = await phrases.findPhraseInScope({ phraseId, employeeId: person.employeeId }, t);
  if (!row) throw notFound("This phrase no longer exists, or you cannot open it.");
  if (!canEdit(person, tabOf(row.employee_id))) throw forbidden(NOT_YOURS_TO_EDIT);
  return row;
}

function canEdit(person: Person, tab: BankTab): boolean {
  if (tab === "own") return person.employeeId !== null;
  return canEditSchoolPhrases(person);
}

/** Returns the requested tab, or the school's for an account without an employee, which has no phrases of its own. */
function tabFor({ employeeId }: Person, wanted: BankTab): BankTab {
  return employeeId === null ? "school" : wanted;
}

function ownerOf({ employeeId }: Person, tab: BankTab): number | null {
  return tab === "own" ? employeeId : null;
}

function tabOf(ownerId: number | null): BankTab {
  return ownerId === null ? "school" : "own";
}

/** Returns an error message if the phrase already exists, or null. */
async function repeatFault(
  input: phrases.PhraseOwner & { phrase: string; exceptId: number | null },
  t: Transaction,
): Promise<string | null> {
  const same = await phrases.findSamePhrase(input, t);
  if (!same) return null;
  return same.employee_id === null
    ? "This phrase is already in the school’s comment bank."
    : "You already have this phrase.";
}

function fullWords(tab: BankTab): string {
  const whose = tab === "own" ? "You have" : "The school has";
  return `${whose} ${MOST_PHRASES} phrases, which is the limit. Delete one that nobody uses, then try again.`;
}
