import {
  accountToChange,
  takeNewPassword,
  type NewPassword,
} from "#access/passwords/change-of-password.server.ts";
import type { Person } from "#domain/person.ts";
import { conflict } from "#runtime/errors.ts";

/**
 * Takes the first password of a person's own, in place of one that the school gave. The person has just signed in with
 * that one, so they are not asked for it again; once it is changed, only `changePassword` can change it.
 */
export async function choosePassword(
  person: Person,
  { newPassword, address }: { newPassword: string; address: string },
): Promise<NewPassword> {
  const account = await accountToChange(person);
  if (!account.password_reset) throw conflict("The password was changed already.");
  return takeNewPassword(person, { account, newPassword, address });
}
