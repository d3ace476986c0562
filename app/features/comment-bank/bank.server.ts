import { z } from "zod";
import {
  formSucceeded,
  rejected,
  stale,
  reshowForm,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import {
  OUTDATED_FORM_MESSAGE,
  singleLineSchema,
  requiredLineSchema,
} from "#access/forms/form-values.schema.server.ts";
import { canEditSchoolPhrases } from "#access/permissions.ts";
import { noTransaction, transaction, type ReadTransaction, type Transaction } from "#db/index.ts";
import * as phrases from "#db/queries/reports/comment-phrases.ts";
import { pageSpan } from "#domain/list/paging.ts";
import { HIGHEST_PERCENTAGE } from "#domain/grading.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import {
  formatAverageRange,
  MAX_PHRASE_LENGTH,
  PHRASE_PLACEHOLDERS,
  listUnknownPlaceholders,
  type AverageRange,
} from "#domain/phrases.ts";
import { forbidden, itemNotFound } from "#runtime/errors.ts";
import {
  commentBankUrl,
  parseCommentBankParams,
  type CommentBankTab,
  type CommentBankParams,
} from "./bank.rules.ts";

const PAGE_SIZE = 20;
/** The largest number of phrases in a bank, because every comment field lists all of them. */
const MOST_PHRASES = 200;

const NOT_YOURS_TO_EDIT =
  "You cannot change the school’s phrases because only the principal and the administrators can.";

export type CommentBankView = Awaited<ReturnType<typeof loadCommentBank>>;

/** Loads one page of the person's own phrases, or of the school's phrases. */
export async function loadCommentBank(person: Person, query: URLSearchParams) {
  const params = parseCommentBankParams(query);
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
    /** The number of own phrases; null for an account without an employee, which cannot have any. */
    ownCount: person.employeeId === null ? null : own,
    schoolCount: school,
    canEdit: canEdit(person, tab),
    phrases: onPage.map((row) => ({ id: row.phrase_id, phrase: row.phrase, averages: averagesOf(row) })),
    page,
    pageSize: PAGE_SIZE,
  };
}

export type PhraseView = Awaited<ReturnType<typeof loadPhrase>>;

export async function loadPhrase(person: Person, phraseId: number) {
  const row = await phraseToEdit(person, phraseId, noTransaction);
  return { id: phraseId, phrase: row.phrase, owner: tabOf(row.employee_id), averages: averagesOf(row) };
}

/** Reads the phrase's id from the parameters of a URL. @throws notFound */
export function parsePhraseId({ phraseId }: Record<string, string | undefined>): number {
  const id = parseId(phraseId);
  if (id === null) throw itemNotFound("phrase");
  return id;
}

const KNOWN = PHRASE_PLACEHOLDERS.map(({ text }) => text).join(", ");

/** A phrase is a single line: line breaks and double spaces in pasted text become single spaces. */
const phrase = requiredLineSchema(MAX_PHRASE_LENGTH, "Enter a phrase.").superRefine((text, { addIssue }) => {
  const [unknown] = listUnknownPlaceholders(text);
  if (unknown === undefined) return;
  addIssue({ code: "custom", message: `‘${unknown}’ is not a placeholder. Use these: ${KNOWN}.` });
});

const NO_PERCENTAGE = "Enter a whole number from 0 to 100, or leave this empty.";
const LONGEST_PERCENTAGE = 20;

/** A whole percentage, with or without the % sign; null for an empty field. */
const percentage = singleLineSchema(LONGEST_PERCENTAGE)
  .refine(
    (text) => /^(?:\d{1,3} ?%?)?$/.test(text) && parseInt(text || "0") <= HIGHEST_PERCENTAGE,
    NO_PERCENTAGE,
  )
  .transform((text) => (text === "" ? null : parseInt(text)))
  .default(null);

/** If one end of the range is empty, it is 0 or 100. If both are empty, the phrase is for any average. */
const phraseFields = { phrase, averageFrom: percentage, averageTo: percentage };

/**
 * The phrase and its averages as they were when the dialog opened. If the stored phrase has changed since, the form is
 * stale.
 */
const was = z.string(OUTDATED_FORM_MESSAGE);
const wasFor = z.string(OUTDATED_FORM_MESSAGE).default("");

export type NewPhraseInput = z.input<typeof NewPhraseFormSchema>;

export const NewPhraseFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), ...phraseFields }),
  z.object({ intent: z.literal("preview"), ...phraseFields }),
]);

export type PhraseInput = z.input<typeof PhraseFormSchema>;

export const PhraseFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("change"), was, wasFor, ...phraseFields }),
  z.object({ intent: z.literal("preview"), was, wasFor, ...phraseFields }),
  z.object({ intent: z.literal("delete"), was, wasFor }),
]);

type AveragesInput = { averageFrom: number | null; averageTo: number | null };

function columnsOf({ averageFrom, averageTo }: AveragesInput) {
  if (averageFrom === null && averageTo === null) return { average_from: null, average_to: null };
  return { average_from: averageFrom ?? 0, average_to: averageTo ?? HIGHEST_PERCENTAGE };
}

function averagesOf({ average_from: from, average_to: to }: phrases.PhraseToSave): AverageRange | null {
  return from === null || to === null ? null : { from, to };
}

/** Returns an error if the range of averages ends below its beginning, otherwise null. */
function rangeFault({ averageFrom, averageTo }: AveragesInput): FormOutcome | null {
  return averageFrom !== null && averageTo !== null && averageFrom > averageTo
    ? rejected({ averageTo: `Enter ${averageFrom} or more, because the range begins at ${averageFrom}.` })
    : null;
}

/** Adds a phrase to the person's own phrases or to the phrases of the school. @throws forbidden */
export async function addPhrase(
  person: Person,
  { input, params }: { input: z.output<typeof NewPhraseFormSchema>; params: CommentBankParams },
): Promise<FormOutcome> {
  const tab = tabFor(person, params.tab);
  if (!canEdit(person, tab)) throw forbidden(NOT_YOURS_TO_EDIT);
  const { intent, phrase } = input;
  if (intent === "preview") return reshowForm();
  const fault = rangeFault(input);
  if (fault) return fault;
  const employeeId = ownerOf(person, tab);
  return transaction(person, async (t) => {
    const counts = await phrases.countPhrases({ employeeId }, t);
    const repeat = await repeatFault({ employeeId, phrase, exceptId: null }, t);
    if (repeat !== null) return rejected({ phrase: repeat });
    if (counts[tab] >= MOST_PHRASES) return rejected({ phrase: fullWords(tab) });
    const isAdded = await phrases.createPhrase({ employeeId, phrase, ...columnsOf(input) }, t);
    return isAdded
      ? formSucceeded(commentBankUrl(params), "Phrase added.")
      : rejected({ phrase: "This phrase is already in the comment bank." });
  });
}

/**
 * Updates or deletes a phrase, unless a colleague has changed it since the person opened the dialog.
 * @throws notFound, forbidden
 */
export function changePhrase(
  person: Person,
  {
    phraseId,
    input,
    params,
  }: { phraseId: number; input: z.output<typeof PhraseFormSchema>; params: CommentBankParams },
): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    const { employee_id: employeeId } = await phraseToEdit(person, phraseId, t);
    const present = await phrases.lockPhrase(phraseId, t);
    if (!present)
      return stale({
        phrase: "This phrase was deleted while you had it open. If you still need the phrase, add it again.",
      });
    const averages = formatAverageRange(averagesOf(present));
    if (present.phrase !== input.was || averages !== input.wasFor)
      return stale({
        phrase: `This phrase was changed while you had it open. Copy your phrase, reload the page, then change it again. The phrase is now: ${present.phrase}${averages && ` (for averages of ${averages})`}`,
      });
    if (input.intent === "preview") return reshowForm();
    if (input.intent === "delete") {
      await phrases.deletePhrase(phraseId, t);
      return formSucceeded(commentBankUrl(params), "Phrase deleted.");
    }
    const fault = rangeFault(input);
    if (fault) return fault;
    const { phrase } = input;
    const repeat = await repeatFault({ employeeId, phrase, exceptId: phraseId }, t);
    if (repeat !== null) return rejected({ phrase: repeat });
    const columns = { phrase, ...columnsOf(input) };
    const isChanged = phrase !== present.phrase || formatAverageRange(averagesOf(columns)) !== averages;
    if (isChanged) await phrases.updatePhrase({ phraseId, ...columns }, t);
    return formSucceeded(commentBankUrl(params), "Phrase changed.");
  });
}

/**
 * Returns a phrase that this person may edit.
 * @throws notFound for a colleague's own phrase; forbidden for a school phrase if the person may not edit school
 * phrases
 */
async function phraseToEdit(
  person: Person,
  phraseId: number,
  t: ReadTransaction,
): Promise<phrases.PhraseRow> {
  const row = await phrases.findPhraseInScope({ phraseId, employeeId: person.employeeId }, t);
  if (!row) throw itemNotFound("phrase");
  if (!canEdit(person, tabOf(row.employee_id))) throw forbidden(NOT_YOURS_TO_EDIT);
  return row;
}

function canEdit(person: Person, tab: CommentBankTab): boolean {
  if (tab === "own") return person.employeeId !== null;
  return canEditSchoolPhrases(person);
}

/** Returns the requested tab, or the school's for an account without an employee, which has no phrases of its own. */
function tabFor({ employeeId }: Person, wanted: CommentBankTab): CommentBankTab {
  return employeeId === null ? "school" : wanted;
}

function ownerOf({ employeeId }: Person, tab: CommentBankTab): number | null {
  return tab === "own" ? employeeId : null;
}

function tabOf(ownerId: number | null): CommentBankTab {
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
    ? "This phrase is already in the school’s comment bank. Enter a different phrase."
    : "You already have this phrase. Enter a different phrase.";
}

function fullWords(tab: CommentBankTab): string {
  const whose = tab === "own" ? "You have" : "The school has";
  return `${whose} ${MOST_PHRASES} phrases, which is the limit. Delete a phrase that is no longer needed, then try again.`;
}
