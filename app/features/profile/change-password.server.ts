import { z } from "zod";
import type { Caller } from "#access/caller.server.ts";
import { accountToChange, takeNewPassword } from "#access/passwords/change-of-password.server.ts";
import {
  areSamePasswords,
  MISMATCH,
  newPasswordFields,
  presentPassword,
} from "#access/passwords/new-password.schema.server.ts";
import { routeOf } from "#access/known-browser.server.ts";
import { checkInTurn } from "#access/throttle.server.ts";
import { passwordMatches } from "#access/passwords/passwords.server.ts";
import { transaction } from "#db/index.ts";
import { recordOutcome } from "#db/queries/accounts/login-attempts.ts";
import type { Person } from "#domain/person.ts";

export const ChangePasswordForm = z
  .object({ currentPassword: presentPassword("Enter your current password."), ...newPasswordFields })
  .refine(areSamePasswords, MISMATCH);

export type PasswordChange =
  | { ok: true; token: string; said: string }
  | { ok: false; field: "currentPassword" | "newPassword"; fault: string };

export type PasswordsGiven = { currentPassword: string; newPassword: string };

/** Sets a new password for a person who knows the present one; guesses are throttled as they are at sign-in. */
export async function changePassword(
  person: Person,
  { currentPassword, newPassword }: PasswordsGiven,
  { address, browser }: Caller,
): Promise<PasswordChange> {
  const { accountId, userName } = person;
  const account = await accountToChange(person);
  const attempt = { accountId, userName, address, browser: routeOf(browser, accountId) };
  const checked = await checkInTurn(attempt, () => passwordMatches(account.password_hash, currentPassword));
  if (!checked.admitted) return wrongPresent("Too many attempts. Wait a little, then try again.");
  if (!checked.matches) return wrongPresent("This is not your current password.");
  const { attemptId } = checked;
  await transaction(person, (t) => recordOutcome({ attemptId, succeeded: true }, t));
  const taken = await takeNewPassword(person, { account, newPassword, address });
  return taken.ok ? taken : { ...taken, field: "newPassword" };
}

function wrongPresent(fault: string): PasswordChange {
  return { ok: false, field: "currentPassword", fault };
}
