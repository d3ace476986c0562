import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Caller } from "#access/caller.server.ts";
import { passwordMatches } from "#access/passwords.server.ts";
import { personOf, startSession } from "#access/session.server.ts";
import { admitAttempt } from "#access/throttle.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { accountByUserName, type AccountRow } from "#db/queries/accounts/accounts.ts";
import { recordSuccess } from "#db/queries/accounts/login-attempts.ts";
import type { Person } from "#domain/person.ts";
import { cleanUserName } from "./user-name.rules.ts";

export type Credentials = { userName: string; password: string };

export type SignInRefusal =
  { ok: false; reason: "mismatch" } | { ok: false; reason: "wait"; waitSeconds: number };
export type SignInOutcome =
  { ok: true; token: string; person: Person; passwordReset: boolean } | SignInRefusal;

/**
 * Signs in a person who knows an account's password. An unknown name, a leaver's and a wrong password are one refusal, in
 * words and in time; while the throttle makes an account wait, the right password is refused too (design section 3).
 * @returns with the token for `sessionCookie`; `passwordReset` says that the password must be changed first
 */
export async function signIn({ userName, password }: Credentials, caller: Caller): Promise<SignInOutcome> {
  const name = cleanUserName(userName);
  const attempt = await admitAttempt({ userName: name, address: caller.address });
  if (!attempt.admitted) return { ok: false, reason: "wait", waitSeconds: attempt.waitSeconds };
  const account = await accountByUserName(name, noTransaction);
  const matches = await passwordMatches(account?.password_hash ?? null, password);
  if (!account || !matches) return { ok: false, reason: "mismatch" };
  return openAccount(account, { caller, attemptId: attempt.attemptId });
}

/** Signs in by the fields `userName` and `password` of the posted form. A missing field counts as an empty one. */
export function signInByForm(request: Request, caller: Caller): Promise<SignInOutcome> {
  return new Authenticator<SignInOutcome>()
    .use(new FormStrategy(({ form }) => signIn(credentialsOf(form), caller)))
    .authenticate("form", request);
}

/** The same words for the page and for the call, and for unknown and known names. */
export function wordsOf(refusal: SignInRefusal): string {
  if (refusal.reason === "mismatch")
    return "The username or the password is not right. Check both and try again.";
  return `Too many attempts. Wait ${waitWords(refusal.waitSeconds)}, then try again.`;
}

function credentialsOf(form: FormData): Credentials {
  return { userName: textOf(form.get("userName")), password: textOf(form.get("password")) };
}

function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === "string" ? entry : "";
}

function openAccount(
  account: AccountRow,
  { caller, attemptId }: { caller: Caller; attemptId: number },
): Promise<SignInOutcome> {
  const { account_id: accountId, password_hash: passwordHash } = account;
  return transaction({ accountId }, async (t) => {
    const session = await startSession({ accountId, passwordHash, caller }, t);
    if (!session) return { ok: false, reason: "mismatch" };
    await recordSuccess(attemptId, t);
    const person = personOf({ ...account, session_id: session.sessionId });
    return { ok: true, token: session.token, person, passwordReset: account.password_reset };
  });
}

function waitWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
