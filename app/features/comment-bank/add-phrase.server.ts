import { transaction } from "#db/index.ts";
import { addPhrase as insertPhrase, phraseCounts } from "#db/queries/reports/comment-phrases.ts";
import type { Person } from "#domain/person.ts";
import { forbidden } from "#runtime/errors.ts";
import type { BankTab } from "./bank.ts";
import {
  faultOfMany,
  faultOfRepeat,
  mayEdit,
  NOT_YOURS_TO_KEEP,
  REPEATED,
  tabFor,
} from "./phrase-owner.server.ts";
import type { PhraseTaken } from "./phrase-owner.server.ts";

/** Keeps one more phrase of the person's own, or of the school's. @throws forbidden */
export function addPhrase(
  person: Person,
  { tab: wanted, phrase }: { tab: BankTab; phrase: string },
): Promise<PhraseTaken> {
  const tab = tabFor(person, wanted);
  if (!mayEdit(person, tab)) throw forbidden(NOT_YOURS_TO_KEEP);
  const employeeId = tab === "own" ? person.employeeId : null;
  return transaction(person, async (t) => {
    const counts = await phraseCounts({ employeeId }, t);
    const repeat = await faultOfRepeat({ employeeId, phrase, exceptId: null }, t);
    const fault = repeat ?? faultOfMany(tab, counts);
    if (fault) return { ok: false, status: 422, fault };
    const added = await insertPhrase({ employeeId, phrase }, t);
    return added ? { ok: true } : { ok: false, status: 422, fault: REPEATED };
  });
}
