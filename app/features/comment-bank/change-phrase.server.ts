import { transaction } from "#db/index.ts";
import { changePhrase as storePhrase, removePhrase } from "#db/queries/reports/comment-phrases.ts";
import type { Person } from "#domain/person.ts";
import { faultOfRepeat, faultOfStale, phraseToEdit } from "./phrase-owner.server.ts";
import type { PhraseTaken } from "./phrase-owner.server.ts";

/** Puts other words in the place of a phrase that was read as `was`. @throws notFound, forbidden */
export function changePhrase(
  person: Person,
  { phraseId, was, phrase }: { phraseId: number; was: string; phrase: string },
): Promise<PhraseTaken> {
  return transaction(person, async (t) => {
    const { employeeId } = await phraseToEdit(person, phraseId, t);
    const stale = await faultOfStale({ phraseId, was }, t);
    if (stale) return { ok: false, status: 409, fault: stale };
    const repeat = await faultOfRepeat({ employeeId, phrase, exceptId: phraseId }, t);
    if (repeat) return { ok: false, status: 422, fault: repeat };
    if (phrase !== was) await storePhrase({ phraseId, phrase }, t);
    return { ok: true };
  });
}

/** @throws notFound, forbidden */
export function deletePhrase(
  person: Person,
  { phraseId, was }: { phraseId: number; was: string },
): Promise<PhraseTaken> {
  return transaction(person, async (t) => {
    await phraseToEdit(person, phraseId, t);
    const stale = await faultOfStale({ phraseId, was }, t);
    if (stale) return { ok: false, status: 409, fault: stale };
    await removePhrase(phraseId, t);
    return { ok: true };
  });
}
