import type { Transaction } from "#db/index.ts";
import { storePassword } from "#db/queries/accounts.ts";
import type { AccountRow } from "#db/queries/accounts.ts";
import { theSchool } from "#db/queries/school.ts";
import { endSessionsOf } from "#db/queries/sessions.ts";
import type { Person } from "#domain/person.ts";
import { faultOfPassword } from "./new-password.server.ts";
import { hashPassword, passwordMatches } from "./passwords.server.ts";

/**
 * Gives the account, which the caller has locked, the password that its person chose, and ends its other sessions:
 * whoever had found out the old one is out.
 * @returns why the password is not taken, or null when it is
 */
export async function takeNewPassword(
  person: Person,
  { account, newPassword }: { account: AccountRow; newPassword: string },
  t: Transaction,
): Promise<string | null> {
  const { name: school } = await theSchool(t);
  const fault = faultOfPassword(newPassword, { school, ...person });
  if (fault !== null) return fault;
  if (await passwordMatches(account.password_hash, newPassword))
    return "This is your present password. Choose another.";
  const passwordHash = await hashPassword(newPassword);
  await storePassword({ accountId: person.accountId, passwordHash, passwordReset: false }, t);
  await endSessionsOf({ accountId: person.accountId, except: person.sessionId }, t);
  return null;
}
