import { z } from "zod";
import type { Caller } from "#access/caller.server.ts";
import { browserIdFor } from "#access/known-browser.server.ts";
import {
  accountToChange,
  saveNewPassword,
  type NewPassword,
} from "#access/passwords/change-of-password.server.ts";
import {
  areSamePasswords,
  MISMATCH,
  newPasswordFields,
  presentPassword,
} from "#access/passwords/new-password.schema.server.ts";
import { isExpired } from "#access/passwords/one-time.server.ts";
import { passwordMatches } from "#access/passwords/passwords.server.ts";
import { checkThrottled } from "#access/throttle.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { findAccountByUserName } from "#db/queries/accounts/accounts.ts";
import { recordSignInOutcome } from "#db/queries/accounts/login-attempts.ts";
import { endSessionOfAccount, findIdToken } from "#db/queries/accounts/sessions.ts";
import type { Person } from "#domain/person.ts";
import { conflict, invalid } from "#runtime/errors.ts";
import { readJson } from "#runtime/request-body.ts";
import { openAccount, type SignedIn } from "./open-account.server.ts";
import { deleteSignInAttemptsOlderThan, deleteSessionsOlderThan } from "#db/queries/accounts/tidy.ts";

const LONGEST_USER_NAME = 100;

const userName = z
  .string("Enter your username.")
  .trim()
  .min(1, "Enter your username.")
  .max(LONGEST_USER_NAME, "This username is too long. Enter the one that the school gave you.");

export type UserNameInput = z.input<typeof UserNameForm>;

export const UserNameForm = z.object({ userName });

export type PasswordInput = z.input<typeof PasswordForm>;

export const PasswordForm = z.object(
  { userName, password: presentPassword("Enter your password.") },
  "Enter your username and your password.",
);

export type ResetInput = z.input<typeof ResetForm>;

export const ResetForm = z.object(newPasswordFields).refine(areSamePasswords, MISMATCH);

/** Reads the same fields as JSON. @throws invalid with the first reason */
export async function readCredentials(request: Request): Promise<z.output<typeof PasswordForm>> {
  const parsed = PasswordForm.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues[0]?.message);
}

export type Credentials = { userName: string; password: string };

const VOID = "This one-time password has expired. Ask the school office for a new one.";

type SignInRefusal =
  { ok: false; reason: "mismatch" | "void" } | { ok: false; reason: "wait"; waitSeconds: number };
export type SignInOutcome = SignedIn | SignInRefusal;

/**
 * Signs in a person who knows an account's password. An unknown name, a leaver's and a wrong password get the same
 * refusal, in words and in time; while the throttle makes an account wait, the right password is refused too. Only a
 * person who has a one-time password learns that it is void.
 */
export async function signIn({ userName, password }: Credentials, caller: Caller): Promise<SignInOutcome> {
  const name = cleanUserName(userName);
  const account = await findAccountByUserName(name, noTransaction);
  const accountId = account?.account_id ?? null;
  const { address, browser } = caller;
  const attempt = { accountId, userName: name, address, browser: browserIdFor(browser, accountId) };
  const checked = await checkThrottled(attempt, () =>
    passwordMatches(account?.password_hash ?? null, password),
  );
  if (!checked.admitted) return { ok: false, reason: "wait", waitSeconds: checked.waitSeconds };
  if (!account || !checked.matches) return { ok: false, reason: "mismatch" };
  if (isExpired(account.one_time_until)) return { ok: false, reason: "void" };
  const { attemptId } = checked;
  return transaction({ accountId: account.account_id }, async (t) => {
    const opened = await openAccount(account, { caller, kind: "signed-in" }, t);
    if (!opened) return { ok: false, reason: "mismatch" };
    await recordSignInOutcome({ attemptId, succeeded: true }, t);
    return opened;
  });
}

/** Cleans a name from anyone for a look-up: PostgreSQL takes no zero bytes, and attempts are stored by name. */
export function cleanUserName(userName: string): string {
  return userName
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, LONGEST_USER_NAME);
}

/** Returns the text for the page and for the API, which is the same for unknown and known names. */
export function wordsOf(refusal: SignInRefusal): string {
  if (refusal.reason === "wait")
    return `Too many attempts. Wait ${waitWords(refusal.waitSeconds)}, then try again.`;
  return refusal.reason === "void"
    ? VOID
    : "The username or the password is not right. Check both and try again.";
}

function waitWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/**
 * Stores the password that a person chose in place of the school's one-time password. The person has just signed in
 * with the one-time password, so the form does not ask for it again; afterwards, only `changePassword` can change the
 * password.
 */
export async function choosePassword(
  person: Person,
  { newPassword, address }: { newPassword: string; address: string },
): Promise<NewPassword> {
  const account = await accountToChange(person);
  if (!account.password_reset) throw conflict("The password has already been changed.");
  return saveNewPassword(person, { account, newPassword, address });
}

/**
 * Ends the session that the person is using; `removedSessionCookie` goes with the response. Returns the identity
 * provider's token, sealed, if the provider had signed the person in.
 */
export function signOut(person: Person): Promise<string | null> {
  return transaction(person, async (t) => {
    const idToken = await findIdToken(person, t);
    await endSessionOfAccount(person, t);
    return idToken;
  });
}

/** Twice the longest life of a session: no session of this age can be used any longer. */
const SESSION_HOURS = 24;
/** Throttling looks back a day; a principal who asks about attempts may look back a month. */
const ATTEMPT_DAYS = 30;

type Tidied = { sessions: number; attempts: number };

/** Removes old data of sign-ins. The job `sessions.tidy` runs it. */
export function tidySignIns(): Promise<Tidied> {
  return transaction({ system: "job:sessions.tidy" }, async (t) => ({
    sessions: await deleteSessionsOlderThan({ hours: SESSION_HOURS }, t),
    attempts: await deleteSignInAttemptsOlderThan({ days: ATTEMPT_DAYS }, t),
  }));
}
