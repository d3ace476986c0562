import { takeNewPassword } from "#access/change-of-password.server.ts";
import { transaction } from "#db/index.ts";
import { lockAccount } from "#db/queries/accounts.ts";
import type { Person } from "#domain/person.ts";
import { conflict, unauthenticated } from "#runtime/errors.ts";

export type PasswordChoice = { ok: true } | { ok: false; fault: string };

/**
 * The first password of one's own, in place of one that the school gave. The person has just signed in with that one,
 * so it is not asked again; once it is changed, only `changePassword` can.
 */
export function choosePassword(person: Person, newPassword: string): Promise<PasswordChoice> {
  return transaction(person, async (t) => {
    const account = await lockAccount(person.accountId, t);
    if (!account) throw unauthenticated();
    if (!account.password_reset) throw conflict("The password was changed already.");
    const fault = await takeNewPassword(person, { account, newPassword }, t);
    return fault === null ? { ok: true } : { ok: false, fault };
  });
}
