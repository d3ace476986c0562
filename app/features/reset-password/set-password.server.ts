import { lastValidDay, createOneTimePassword } from "#access/passwords/one-time.server.ts";
import { hashPassword } from "#access/passwords/passwords.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { revokeAccessTokensOf } from "#db/queries/accounts/access-tokens.ts";
import { storeOneTimePassword } from "#db/queries/accounts/resets.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endSessionsOfAccount } from "#db/queries/accounts/sessions.ts";
import { findAccountToReset } from "#db/queries/first-run/school-facts.ts";
import { getSchool } from "#db/queries/school.ts";
import { env } from "#runtime/env.ts";
import { notFound } from "#runtime/errors.ts";

type Giving = {
  account: { account_id: number; user_name: string };
  hash: string;
  /** The account that gives the password; null at the terminal. */
  by: number | null;
  address: string;
};

/**
 * Ends all sessions of the account, because somebody else may have had its password. Returns until when the new
 * password is valid.
 */
export async function setOneTimePassword(
  { account, hash, by, address }: Giving,
  t: Transaction,
): Promise<Date> {
  const { account_id: accountId, user_name: detail } = account;
  const days = env().ONE_TIME_PASSWORD_DAYS;
  const until = await storeOneTimePassword({ accountId, passwordHash: hash, days }, t);
  await endSessionsOfAccount({ accountId, except: null }, t);
  await revokeAccessTokensOf({ accountId }, t);
  await recordSecurityEvent({ kind: "password-reset", accountId: by, address, detail }, t);
  return until;
}

const TERMINAL = "terminal";

/**
 * Resets a password from the server's terminal, for when nobody who could do it on the page can sign in. A person who
 * has no account or no longer works here counts as not found.
 * @throws notFound
 */
export async function resetPasswordAtTerminal(userName: string) {
  const { time_zone } = await getSchool(noTransaction);
  const password = createOneTimePassword();
  const hash = await hashPassword(password);
  return transaction({ system: TERMINAL }, async (t) => {
    const account = await findAccountToReset(userName, t);
    if (!account) throw notFound(`Nobody who works here has the user name ${userName}.`);
    const until = await setOneTimePassword({ account, hash, by: null, address: TERMINAL }, t);
    return { userName: account.user_name, password, until: lastValidDay(until, time_zone) };
  });
}
