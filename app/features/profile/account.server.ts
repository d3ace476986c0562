import { z } from "zod";
import type { Caller } from "#access/caller.server.ts";
import { done, rejected, type Outcome } from "#access/forms/answer-form.server.ts";
import { rowId } from "#access/forms/form-values.schema.server.ts";
import { browserIdFor } from "#access/known-browser.server.ts";
import { accountToChange, saveNewPassword } from "#access/passwords/change-of-password.server.ts";
import {
  areSamePasswords,
  MISMATCH,
  newPasswordFields,
  presentPassword,
} from "#access/passwords/new-password.schema.server.ts";
import { passwordMatches } from "#access/passwords/passwords.server.ts";
import { sessionCookie } from "#access/session-cookie.server.ts";
import { checkThrottled } from "#access/throttle.server.ts";
import { transaction } from "#db/index.ts";
import { recordSignInOutcome } from "#db/queries/accounts/login-attempts.ts";
import { endSessionOfAccount } from "#db/queries/accounts/sessions.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

export type AccountInput = z.input<typeof AccountForm>;

export const AccountForm = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("change-password"),
      currentPassword: presentPassword("Enter your current password."),
      ...newPasswordFields,
    })
    .refine(areSamePasswords, MISMATCH),
  z.object({ intent: z.literal("end-session"), sessionId: rowId }),
]);

/** Changes the person's password or signs them out on another device. `to` is the page that shows the result. */
export function changeAccount(
  person: Person,
  { input, caller, to }: { input: z.output<typeof AccountForm>; caller: Caller; to: string },
): Promise<Outcome> {
  return input.intent === "change-password"
    ? changePassword(person, input, { ...caller, to })
    : endSession(person, input.sessionId);
}

type Passwords = { currentPassword: string; newPassword: string };

/** Sets a new password for a person who knows the current one; guesses are throttled as they are at sign-in. */
export async function changePassword(
  person: Person,
  { currentPassword, newPassword }: Passwords,
  { address, browser, to }: Caller & { to: string },
): Promise<Outcome> {
  const { accountId, userName } = person;
  const account = await accountToChange(person);
  const attempt = { accountId, userName, address, browser: browserIdFor(browser, accountId) };
  const checked = await checkThrottled(attempt, () =>
    passwordMatches(account.password_hash, currentPassword),
  );
  if (!checked.admitted)
    return rejected({ currentPassword: "Too many attempts. Wait a few minutes, then try again." });
  if (!checked.matches) return rejected({ currentPassword: "This is not your current password." });
  const { attemptId } = checked;
  await transaction(person, (t) => recordSignInOutcome({ attemptId, succeeded: true }, t));
  const taken = await saveNewPassword(person, { account, newPassword, address });
  if (!taken.ok) return rejected({ newPassword: taken.fault });
  const cookies = [sessionCookie(taken.token)];
  return done(to, taken.said, { cookies });
}

/**
 * Signs the person out on another device. A session of somebody else, or one that is over, counts as not found.
 * @throws notFound
 */
export async function endSession(person: Person, sessionId: number): Promise<Outcome> {
  const ended = await transaction(person, (t) =>
    endSessionOfAccount({ accountId: person.accountId, sessionId }, t),
  );
  if (!ended) throw notFound("This session has already ended.");
  return done(PATHS.profile, "Session ended.");
}
