import { accountToChange, takeNewPassword } from "#access/change-of-password.server.ts";
import type { Person } from "#domain/person.ts";
import { conflict } from "#runtime/errors.ts";

export type PasswordChoice = { ok: true } | { ok: false; fault: string };

/**
 * Takes the first password of a person's own, in place of one that the school gave. The person has just signed in with
 * that one, so they are not asked for it again; once it is changed, only `changePassword` can change it.
 */
export async function choosePassword(person: Person, newPassword: string): Promise<PasswordChoice> {
  const account = await accountToChange(person);
  if (!account.password_reset) throw conflict("The password was changed already.");
  const fault = await takeNewPassword(person, { account, newPassword });
  return fault === null ? { ok: true } : { ok: false, fault };
}
