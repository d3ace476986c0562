import { transaction } from "#db/index.ts";
import { endSessionOf, idTokenOfSession } from "#db/queries/accounts/sessions.ts";
import type { Person } from "#domain/person.ts";

/**
 * Ends the session that the person is using; `removedSessionCookie` goes with the answer.
 * @returns what the identity provider said of them, sealed, where it had signed them in
 */
export function signOut(person: Person): Promise<string | null> {
  return transaction(person, async (t) => {
    const idToken = await idTokenOfSession(person, t);
    await endSessionOf(person, t);
    return idToken;
  });
}
