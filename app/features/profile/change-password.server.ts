import { z } from "zod";
import { accountToChange, takeNewPassword } from "#access/change-of-password.server.ts";
import { areSamePasswords, MISMATCH, newPasswordFields } from "#access/new-password.schema.server.ts";
import { admitAttempt } from "#access/throttle.server.ts";
import { passwordMatches } from "#access/passwords.server.ts";
import { transaction } from "#db/index.ts";
import { recordSuccess } from "#db/queries/accounts/login-attempts.ts";
import type { Person } from "#domain/person.ts";

export const ChangePasswordForm = z
  .object({ currentPassword: z.string("Enter your current password."), ...newPasswordFields })
  .refine(areSamePasswords, MISMATCH);

export type PasswordChange =
  { ok: true } | { ok: false; field: "currentPassword" | "newPassword"; fault: string };

export type PasswordsGiven = { currentPassword: string; newPassword: string; address: string };

/** Sets a new password for a person who knows the present one; guesses are throttled as they are at sign-in. */
export async function changePassword(
  person: Person,
  { currentPassword, newPassword, address }: PasswordsGiven,
): Promise<PasswordChange> {
  const attempt = await admitAttempt({ userName: person.userName, address });
  if (!attempt.admitted) return wrongPresent("Too many attempts. Wait a little, then try again.");
  const account = await accountToChange(person);
  if (!(await passwordMatches(account.password_hash, currentPassword))) {
    return wrongPresent("This is not your current password.");
  }
  await transaction(person, (t) => recordSuccess(attempt.attemptId, t));
  const fault = await takeNewPassword(person, { account, newPassword });
  return fault === null ? { ok: true } : { ok: false, field: "newPassword", fault };
}

function wrongPresent(fault: string): PasswordChange {
  return { ok: false, field: "currentPassword", fault };
}
