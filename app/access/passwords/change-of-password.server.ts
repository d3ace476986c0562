import { noTransaction, transaction } from "#db/index.ts";
import { revokeAccessTokensOf } from "#db/queries/accounts/access-tokens.ts";
import { findAccount, replacePasswordHash, type AccountRow } from "#db/queries/accounts/accounts.ts";
import { getSchool } from "#db/queries/school.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endSessionsOfAccount } from "#db/queries/accounts/sessions.ts";
import { describePasswordChange } from "#domain/new-password.ts";
import type { Person } from "#domain/person.ts";
import { conflict, unauthenticated } from "#runtime/errors.ts";
import { replaceSessionToken } from "../session.server.ts";
import { findPasswordFault } from "./new-password.server.ts";
import { hashPassword, passwordMatches } from "./passwords.server.ts";

/** Returns the account of a person who changes the password. @throws Unauthenticated if they may no longer sign in */
export async function getAccountForPasswordChange(person: Person): Promise<AccountRow> {
  const account = await findAccount(person.accountId, noTransaction);
  if (!account) throw unauthenticated();
  return account;
}

/** `token` is the session's new token, for `sessionCookie`. `said` describes what ended with the old password. */
export type PasswordChange = { ok: true; token: string; said: string } | { ok: false; fault: string };

/**
 * Stores a person's new password, ends their other sessions and access tokens, and replaces the token of the current
 * session. This locks out anybody who had found out the password or a token. The hash is calculated before the
 * transaction, because a whole staff changing passwords at once would otherwise occupy every database connection.
 * @throws Conflict when the password was changed in the meantime
 */
export async function saveNewPassword(
  person: Person,
  { account, newPassword, address }: { account: AccountRow; newPassword: string; address: string },
): Promise<PasswordChange> {
  const { name: school } = await getSchool(noTransaction);
  const fault = await findPasswordFault(newPassword, { school, ...person });
  if (fault !== null) return { ok: false, fault };
  if (await passwordMatches(account.password_hash, newPassword))
    return { ok: false, fault: "This is your current password. Choose a different one." };
  const { accountId } = person;
  const change = { accountId, from: account.password_hash, to: await hashPassword(newPassword) };
  return transaction(person, async (t) => {
    if (!(await replacePasswordHash(change, t)))
      throw conflict("Your password was changed on another page or device. Sign in with the new password.");
    await endSessionsOfAccount({ accountId, except: person.sessionId }, t);
    const token = await replaceSessionToken(person, t);
    const tokens = await revokeAccessTokensOf({ accountId }, t);
    await recordSecurityEvent({ kind: "password-changed", accountId, address }, t);
    return { ok: true, token, said: describePasswordChange(tokens) };
  });
}
