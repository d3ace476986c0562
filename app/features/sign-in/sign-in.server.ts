import { z } from "zod";
import type { Caller } from "#access/caller.server.ts";
import { encryptForPurpose } from "#access/carried/carried-form.server.ts";
import { findKnownBrowserId, createKnownBrowserCookie } from "#access/known-browser.server.ts";
import {
  areSamePasswords,
  PASSWORD_MISMATCH,
  newPasswordFields,
  currentPasswordSchema,
  getAccountForPasswordChange,
  saveNewPassword,
  type PasswordChange,
} from "#access/passwords/new-password.server.ts";
import { isOneTimePasswordExpired } from "#access/passwords/one-time.server.ts";
import { isPasswordCorrect } from "#access/passwords/passwords.server.ts";
import { hasPermission } from "#access/permissions.ts";
import { createSessionCookie } from "#access/session-cookie.server.ts";
import { toPerson, startSession } from "#access/session.server.ts";
import { checkPasswordThrottled } from "#access/throttle.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { findAccountByUserName, type AccountRow } from "#db/queries/accounts/accounts.ts";
import {
  recordSignInOutcome,
  deleteSignInAttemptsOlderThan,
  deleteSessionsOlderThan,
} from "#db/queries/accounts/login-attempts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endSessionOfAccount, findIdToken } from "#db/queries/accounts/sessions.ts";
import type { Person } from "#domain/person.ts";
import { conflict, invalid, notFound } from "#runtime/errors.ts";
import { readJson } from "#runtime/request-body.ts";
import type { SecurityEventKind } from "#domain/security-events.ts";

const LONGEST_USER_NAME = 100;

const userName = z
  .string("Enter your username.")
  .trim()
  .min(1, "Enter your username.")
  .max(LONGEST_USER_NAME, "This username is too long. Enter the username that the school gave you.");

export type UserNameInput = z.input<typeof UserNameFormSchema>;

export const UserNameFormSchema = z.object({ userName });

export type PasswordInput = z.input<typeof PasswordFormSchema>;

export const PasswordFormSchema = z.object(
  { userName, password: currentPasswordSchema("Enter your password.") },
  "Enter your username and your password.",
);

export type ResetPasswordInput = z.input<typeof ResetPasswordFormSchema>;

export const ResetPasswordFormSchema = z
  .object(newPasswordFields)
  .refine(areSamePasswords, PASSWORD_MISMATCH);

/**
 * Reads the password form from a request in JSON.
 * @throws invalid with the first error
 */
export async function readCredentials(request: Request): Promise<z.output<typeof PasswordFormSchema>> {
  const parsed = PasswordFormSchema.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues[0]?.message);
}

export type Credentials = { userName: string; password: string };

const VOID = "This one-time password has expired. Ask the school office for a new password.";

type SignInRefusal =
  { ok: false; reason: "mismatch" | "void" } | { ok: false; reason: "wait"; waitSeconds: number };
export type SignInOutcome = SuccessfulSignIn | SignInRefusal;

/**
 * Signs in a person by password. An unknown name, a former employee and a wrong password get the same refusal after the
 * same time. While an account is throttled, even the right password is refused. Only a person who enters the right
 * one-time password is told that it has expired.
 */
export async function signIn({ userName, password }: Credentials, caller: Caller): Promise<SignInOutcome> {
  const name = cleanUserName(userName);
  const account = await findAccountByUserName(name, noTransaction);
  const accountId = account?.account_id ?? null;
  const { address, browser } = caller;
  const attempt = { accountId, userName: name, address, browser: findKnownBrowserId(browser, accountId) };
  const checked = await checkPasswordThrottled(attempt, () =>
    isPasswordCorrect(account?.password_hash ?? null, password),
  );
  if (!checked.admitted) return { ok: false, reason: "wait", waitSeconds: checked.waitSeconds };
  if (!account || !checked.matches) return { ok: false, reason: "mismatch" };
  if (isOneTimePasswordExpired(account.one_time_until)) return { ok: false, reason: "void" };
  const { attemptId } = checked;
  return transaction({ accountId: account.account_id }, async (t) => {
    const opened = await openSessionForAccount(account, { caller, kind: "signed-in" }, t);
    if (!opened) return { ok: false, reason: "mismatch" };
    await recordSignInOutcome({ attemptId, succeeded: true }, t);
    return opened;
  });
}

/** Cleans a typed name for storing it with the attempt. PostgreSQL does not accept zero bytes. */
function cleanUserName(userName: string): string {
  return userName
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, LONGEST_USER_NAME);
}

/** Returns the message for the page and the API. It is the same for unknown and known names. */
export function describeSignInRefusal(refusal: SignInRefusal): string {
  if (refusal.reason === "wait")
    return `Too many attempts. Wait ${waitWords(refusal.waitSeconds)}, then try again.`;
  return refusal.reason === "void"
    ? VOID
    : "The username or the password is wrong. Check both, then try again.";
}

function waitWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/**
 * Stores a new password in place of the school's one-time password. The person has just signed in with the one-time
 * password, so the form does not ask for it. Later changes go through `changePassword`.
 */
export async function replaceOneTimePassword(
  person: Person,
  { newPassword, address }: { newPassword: string; address: string },
): Promise<PasswordChange> {
  const account = await getAccountForPasswordChange(person);
  if (!account.password_reset)
    throw conflict("The password has already been changed. Sign in with the new password.");
  return saveNewPassword(person, { account, newPassword, address });
}

/**
 * Ends the current session. The response must also remove the cookie with `createExpiredSessionCookie`. Returns the identity
 * provider's encrypted token if the person signed in through the provider, otherwise null.
 */
export function signOut(person: Person): Promise<string | null> {
  return transaction(person, async (t) => {
    const idToken = await findIdToken(person, t);
    await endSessionOfAccount(person, t);
    return idToken;
  });
}

/** The age at which sessions are deleted. It is twice their maximum length, so they can no longer be used. */
const SESSION_HOURS = 24;
/** The age at which attempts are deleted. Throttling needs one day, and a principal can look at a month. */
const ATTEMPT_DAYS = 30;

type Tidied = { sessions: number; attempts: number };

/** Deletes old sessions and attempts. The job `sessions.tidy` runs this function. */
export function tidySignIns(): Promise<Tidied> {
  return transaction({ system: "job:sessions.tidy" }, async (t) => ({
    sessions: await deleteSessionsOlderThan({ hours: SESSION_HOURS }, t),
    attempts: await deleteSignInAttemptsOlderThan({ days: ATTEMPT_DAYS }, t),
  }));
}

export type UserLookup = {
  employeeId: number | null;
  firstName: string;
  lastName: string;
  passwordReset: boolean;
  permissions: readonly number[];
};

/** The reply that every visitor gets for every name, so that visitors cannot find out who works here. */
const NOTHING_KNOWN: UserLookup = {
  employeeId: null,
  firstName: "",
  lastName: "",
  passwordReset: false,
  permissions: [],
};

/**
 * Looks up the account with this user name, for its owner and for people who manage accounts.
 * @param person null for a visitor
 * @throws notFound for a colleague's name or an unknown name
 */
export async function lookUpUser(person: Person | null, userName: string): Promise<UserLookup> {
  if (!person) return NOTHING_KNOWN;
  const account = await findAccountByUserName(cleanUserName(userName), noTransaction);
  if (!account || !(account.account_id === person.accountId || managesAccounts(person))) {
    throw notFound("This account does not exist, or you cannot open it. Check the username.");
  }
  return {
    employeeId: account.employee_id,
    firstName: account.first_name,
    lastName: account.last_name,
    passwordReset: account.password_reset,
    permissions: account.permissions,
  };
}

function managesAccounts(person: Person): boolean {
  return (
    hasPermission(person, "admin") ||
    hasPermission(person, "employees.manage") ||
    hasPermission(person, "passwords.reset")
  );
}

/** A successful sign-in with its cookies. `passwordReset` means that a new password must be chosen first. */
export type SuccessfulSignIn = { ok: true; cookies: string[]; person: Person; passwordReset: boolean };

/** `idToken` is set if the identity provider confirmed the person. */
type Opening = { caller: Caller; kind: SecurityEventKind; idToken?: string };

/** The purpose under which the provider's token is encrypted until the person signs out. */
export const ID_TOKEN_PURPOSE = "an identity provider's token";

/**
 * Opens a session after the caller has checked the person's identity. A person who signed in with a one-time password
 * must change it, unless the provider confirmed the person. Returns null if the password has been changed in the
 * meantime.
 */
export async function openSessionForAccount(
  account: AccountRow,
  { caller, kind, idToken }: Opening,
  t: Transaction,
): Promise<SuccessfulSignIn | null> {
  const { account_id: accountId, password_hash: passwordHash } = account;
  const seal = idToken === undefined ? null : encryptForPurpose(ID_TOKEN_PURPOSE, idToken);
  const session = await startSession({ accountId, passwordHash, caller, idToken: seal }, t);
  if (!session) return null;
  await recordSecurityEvent({ kind, accountId, address: caller.address }, t);
  const person = toPerson({ ...account, session_id: session.sessionId });
  const cookies = [
    createSessionCookie(session.token),
    await createKnownBrowserCookie(caller.browser, accountId),
  ];
  return { ok: true, cookies, person, passwordReset: account.password_reset && seal === null };
}
