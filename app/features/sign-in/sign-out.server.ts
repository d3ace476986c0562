import { transaction } from "#db/index.ts";
import { endSessionOf } from "#db/queries/accounts/sessions.ts";
import type { Person } from "#domain/person.ts";

/** Ends the session that the person is using; `removedSessionCookie` goes with the answer. */
export async function signOut(person: Person): Promise<void> {
  await transaction(person, (t) => endSessionOf(person, t));
}
