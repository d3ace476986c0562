import { row, rows, run } from "../../index.ts";
import type { Reading, Transaction } from "../../index.ts";

/** Whose phrases: an employee's own, or with null those that the whole school shares. */
export type PhraseOwner = { employeeId: number | null };

export type PhraseRow = { phrase_id: number; employee_id: number | null; phrase: string };

/** What can be inserted into a report: an employee's own phrases, then the school's, each by its words. */
export function phrasesFor(
  { employeeId }: PhraseOwner,
  t: Reading,
): Promise<{ phrase_id: number; phrase: string; is_own: boolean }[]> {
  return rows(
    `select phrase_id, phrase, employee_id is not null as is_own
       from comment_phrases
      where employee_id is null or employee_id = $1
      order by employee_id is null, phrase collate names, phrase_id`,
    [employeeId],
    t,
  );
}

/** One page of an owner's phrases by their words. */
export function phrasesOfOwner(
  { employeeId, limit, offset }: PhraseOwner & { limit: number; offset: number },
  t: Reading,
): Promise<PhraseRow[]> {
  return rows<PhraseRow>(
    `select phrase_id, employee_id, phrase
       from comment_phrases
      where employee_id is not distinct from $1::integer
      order by phrase collate names, phrase_id
      limit $2 offset $3`,
    [employeeId, limit, offset],
    t,
  );
}

export type PhraseCounts = { own: number; school: number };

export async function phraseCounts({ employeeId }: PhraseOwner, t: Reading): Promise<PhraseCounts> {
  const counts = await row<PhraseCounts>(
    `select count(*) filter (where employee_id = $1)::integer as own,
            count(*) filter (where employee_id is null)::integer as school
       from comment_phrases
      order by own`,
    [employeeId],
    t,
  );
  return counts ?? { own: 0, school: 0 };
}

/** The phrase when it is the employee's own or the school's. */
export function phraseInScope(
  { phraseId, employeeId }: PhraseOwner & { phraseId: number },
  t: Reading,
): Promise<PhraseRow | null> {
  return row<PhraseRow>(
    `select phrase_id, employee_id, phrase
       from comment_phrases
      where phrase_id = $1 and (employee_id is null or employee_id = $2)
      order by phrase_id`,
    [phraseId, employeeId],
    t,
  );
}

/** The same words, large or small letters, among an owner's phrases and the school's; the school's first. */
export function samePhrase(
  { employeeId, phrase, exceptId }: PhraseOwner & { phrase: string; exceptId: number | null },
  t: Reading,
): Promise<PhraseRow | null> {
  return row<PhraseRow>(
    `select phrase_id, employee_id, phrase
       from comment_phrases
      where lower(phrase) = lower($1) and (employee_id is null or employee_id = $2)
        and phrase_id is distinct from $3::integer
      order by employee_id nulls first, phrase_id
      limit 1`,
    [phrase, employeeId, exceptId],
    t,
  );
}

/** @returns false when the owner has this phrase already */
export async function addPhrase(
  { employeeId, phrase }: PhraseOwner & { phrase: string },
  t: Transaction,
): Promise<boolean> {
  const added = await row(
    `insert into comment_phrases (employee_id, phrase) values ($1, $2)
     on conflict do nothing returning phrase_id`,
    [employeeId, phrase],
    t,
  );
  return added !== null;
}

/** Locks a phrase and answers its words as they are now; null when it is gone. */
export function lockPhrase(phraseId: number, t: Transaction): Promise<{ phrase: string } | null> {
  return row<{ phrase: string }>(
    "select phrase from comment_phrases where phrase_id = $1 order by phrase_id for update",
    [phraseId],
    t,
  );
}

export function changePhrase(
  { phraseId, phrase }: { phraseId: number; phrase: string },
  t: Transaction,
): Promise<void> {
  return run("update comment_phrases set phrase = $2 where phrase_id = $1", [phraseId, phrase], t);
}

export function removePhrase(phraseId: number, t: Transaction): Promise<void> {
  return run("delete from comment_phrases where phrase_id = $1", [phraseId], t);
}
