import { Op } from "sequelize";
import { queryRow, type ReadTransaction, type Transaction } from "../../index.ts";
import { orderByName } from "../../models/table.ts";
import { CommentPhrase } from "../../models/term-records.ts";

/** The owner of phrases: an employee, or null for the whole school. */
export type PhraseOwner = { employeeId: number | null };

const PHRASE = ["phrase_id", "employee_id", "phrase", "average_from", "average_to"] as const;
export type PhraseRow = Pick<CommentPhrase, (typeof PHRASE)[number]>;

/** The columns of a phrase that people enter. */
export type PhraseToSave = Pick<CommentPhrase, "phrase" | "average_from" | "average_to">;

/** Lists the phrases for a report: first the employee's own, then the school's, each in alphabetical order. */
export async function listPhrasesForReport(
  { employeeId }: PhraseOwner,
  t: ReadTransaction,
): Promise<(Omit<PhraseRow, "employee_id"> & { is_own: boolean })[]> {
  const phrases = await CommentPhrase.select(
    PHRASE,
    {
      where: { employee_id: ownOrShared(employeeId) },
      order: ["employee_id", orderByName("phrase"), "phrase_id"],
    },
    t,
  );
  return phrases.map(({ employee_id, ...phrase }) => ({ ...phrase, is_own: employee_id !== null }));
}

function ownOrShared(employeeId: number | null) {
  return { [Op.or]: [{ [Op.eq]: employeeId }, { [Op.is]: null }] };
}

export function listPhrasesOfOwner(
  { employeeId, limit, offset }: PhraseOwner & { limit: number; offset: number },
  t: ReadTransaction,
): Promise<PhraseRow[]> {
  return CommentPhrase.select(
    PHRASE,
    { where: { employee_id: employeeId }, order: [orderByName("phrase"), "phrase_id"], limit, offset },
    t,
  );
}

export type PhraseCounts = { own: number; school: number };

export async function countPhrases(owner: PhraseOwner, t: ReadTransaction): Promise<PhraseCounts> {
  const counts = await queryRow<PhraseCounts>(
    `select count(*) filter (where employee_id = $employeeId)::integer as own,
            count(*) filter (where employee_id is null)::integer as school
       from comment_phrases
      order by own`,
    owner,
    t,
  );
  return counts ?? { own: 0, school: 0 };
}

/** Finds a phrase if it belongs to the employee or to the school. */
export function findPhraseInScope(
  { phraseId, employeeId }: PhraseOwner & { phraseId: number },
  t: ReadTransaction,
): Promise<PhraseRow | null> {
  return CommentPhrase.selectOne(
    PHRASE,
    { where: { phrase_id: phraseId, employee_id: ownOrShared(employeeId) } },
    t,
  );
}

/**
 * Finds a phrase with the same text, ignoring case, among the owner's and the school's phrases. Phrases of the school
 * come first.
 */
export function findSamePhrase(
  params: PhraseOwner & { phrase: string; exceptId: number | null },
  t: ReadTransaction,
): Promise<PhraseRow | null> {
  return queryRow<PhraseRow>(
    `select ${PHRASE.join(", ")}
       from comment_phrases
      where lower(phrase) = lower($phrase) and (employee_id is null or employee_id = $employeeId)
        and phrase_id is distinct from $exceptId::integer
      order by employee_id nulls first, phrase_id
      limit 1`,
    params,
    t,
  );
}

/** Creates a phrase. Returns false if the owner already has the same phrase. */
export async function createPhrase(params: PhraseOwner & PhraseToSave, t: Transaction): Promise<boolean> {
  const added = await queryRow(
    `insert into comment_phrases (employee_id, phrase, average_from, average_to)
     values ($employeeId, $phrase, $average_from, $average_to)
     on conflict do nothing returning phrase_id`,
    params,
    t,
  );
  return added !== null;
}

/** Locks a phrase and returns it, or null if it no longer exists. */
export function lockPhrase(phraseId: number, t: Transaction): Promise<PhraseToSave | null> {
  return CommentPhrase.selectOne(
    ["phrase", "average_from", "average_to"],
    { where: { phrase_id: phraseId }, lock: t.LOCK.UPDATE },
    t,
  );
}

export async function updatePhrase(
  { phraseId, phrase, average_from, average_to }: PhraseToSave & { phraseId: number },
  t: Transaction,
): Promise<void> {
  await CommentPhrase.update({ phrase, average_from, average_to }, { phrase_id: phraseId }, t);
}

export async function deletePhrase(phraseId: number, t: Transaction): Promise<void> {
  await CommentPhrase.delete({ phrase_id: phraseId }, t);
}
