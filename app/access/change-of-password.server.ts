import { noTransaction, transaction } from "#db/index.ts";
import { accountOf, storePassword, type AccountRow } from "#db/queries/accounts/accounts.ts";
import { theSchool } from "#db/queries/school.ts";
import { endSessionsOf } from "#db/queries/accounts/sessions.ts";
import type { Person } from "#domain/person.ts";
import { conflict, unauthenticated } from "#runtime/errors.ts";
import { faultOfPassword } from "./new-password.server.ts";
import { hashPassword, passwordMatches } from "./passwords.server.ts";

/** The account as it is before the change. @throws unauthenticated for a person who may not sign in any more */
export async function accountToChange(person: Person): Promise<AccountRow> {
  const account = await accountOf(person.accountId, noTransaction);
  if (!account) throw unauthenticated();
  return account;
}

/**
 * Gives the account the password that its person chose, and ends its other sessions: a stranger who had found out the
 * old one is out. It hashes before the transaction: a whole staff that chooses at once would hold every connection.
 * @returns why the password is not taken, or null when it is
 * @throws conflict when the password was changed in the meantime
 */
export async function takeNewPassword(
  person: Person,
  { account, newPassword }: { account: AccountRow; newPassword: string },
): Promise<string | null> {
  const { name: school } = await theSchool(noTransaction);
  const fault = faultOfPassword(newPassword, { school, ...person });
  if (fault !== null) return fault;
  if (await passwordMatches(account.password_hash, newPassword))
    return "This is your present password. Choose another.";
  const change = {
    accountId: person.accountId,
    from: account.password_hash,
    to: await hashPassword(newPassword),
  };
  await transaction(person, async (t) => {
    if (!(await storePassword(change, t))) throw conflict("The password was changed in the meantime.");
    await endSessionsOf({ accountId: person.accountId, except: person.sessionId }, t);
  });
  return null;
}
