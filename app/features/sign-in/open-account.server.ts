import type { Caller } from "#access/caller.server.ts";
import { encrypt } from "#access/carried/seal.server.ts";
import { rememberInBrowser } from "#access/known-browser.server.ts";
import { sessionCookie } from "#access/session-cookie.server.ts";
import { toPerson, startSession } from "#access/session.server.ts";
import type { Transaction } from "#db/index.ts";
import type { AccountRow } from "#db/queries/accounts/accounts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import type { Person } from "#domain/person.ts";
import type { SecurityEventKind } from "#domain/security-events.ts";

/** A sign-in with the cookies of the response; `passwordReset` says that the password must be changed first. */
export type SignedIn = { ok: true; cookies: string[]; person: Person; passwordReset: boolean };

/** `idToken` is set when the identity provider vouches for the person. */
type Opening = { caller: Caller; kind: SecurityEventKind; idToken?: string };

/** The purpose under which the provider's token is sealed until the person signs out. */
export const ID_TOKEN = "an identity provider's token";

/**
 * Opens a session for the person of an account after the caller has checked their identity. A person who signs in with
 * a password of the school must change it; a person whom the provider vouches for need not. Returns null when the
 * password was changed in the meantime.
 */
export async function openAccount(
  account: AccountRow,
  { caller, kind, idToken }: Opening,
  t: Transaction,
): Promise<SignedIn | null> {
  const { account_id: accountId, password_hash: passwordHash } = account;
  const seal = idToken === undefined ? null : encrypt(ID_TOKEN, idToken);
  const session = await startSession({ accountId, passwordHash, caller, idToken: seal }, t);
  if (!session) return null;
  await recordSecurityEvent({ kind, accountId, address: caller.address }, t);
  const person = toPerson({ ...account, session_id: session.sessionId });
  const cookies = [sessionCookie(session.token), await rememberInBrowser(caller.browser, accountId)];
  return { ok: true, cookies, person, passwordReset: account.password_reset && seal === null };
}
