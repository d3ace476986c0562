import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Caller } from "#access/caller.server.ts";
import { routeOf } from "#access/known-browser.server.ts";
import { passwordMatches } from "#access/passwords/passwords.server.ts";
import { isVoid } from "#access/passwords/one-time.server.ts";
import { checkInTurn } from "#access/throttle.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { accountByUserName } from "#db/queries/accounts/accounts.ts";
import { recordOutcome } from "#db/queries/accounts/login-attempts.ts";
import { openAccount, type SignedIn } from "./open-account.server.ts";
import type { SignInErrors } from "./step.ts";
import { cleanUserName } from "./user-name.rules.ts";

export type Credentials = { userName: string; password: string };

const VOID =
  "This one-time password is void: its days are over. Ask the school office, or who gave it to you, for another.";

export type SignInRefusal =
  { ok: false; reason: "mismatch" | "void" } | { ok: false; reason: "wait"; waitSeconds: number };
export type SignInOutcome = SignedIn | SignInRefusal;

/**
 * Signs in a person who knows an account's password. An unknown name, a leaver's and a wrong password are one refusal, in
 * words and in time; while the throttle makes an account wait, the right password is refused too (design section 3).
 * A one-time password that is void is told to nobody but who has it.
 */
export async function signIn({ userName, password }: Credentials, caller: Caller): Promise<SignInOutcome> {
  const name = cleanUserName(userName);
  const account = await accountByUserName(name, noTransaction);
  const accountId = account?.account_id ?? null;
  const { address, browser } = caller;
  const attempt = { accountId, userName: name, address, browser: routeOf(browser, accountId) };
  const checked = await checkInTurn(attempt, () => passwordMatches(account?.password_hash ?? null, password));
  if (!checked.admitted) return { ok: false, reason: "wait", waitSeconds: checked.waitSeconds };
  if (!account || !checked.matches) return { ok: false, reason: "mismatch" };
  if (isVoid(account.one_time_until)) return { ok: false, reason: "void" };
  const { attemptId } = checked;
  return transaction({ accountId: account.account_id }, async (t) => {
    const opened = await openAccount(account, { caller, kind: "signed-in" }, t);
    if (!opened) return { ok: false, reason: "mismatch" };
    await recordOutcome({ attemptId, succeeded: true }, t);
    return opened;
  });
}

/** Signs in by the fields `userName` and `password` of the posted form. A missing field counts as an empty one. */
export function signInByForm(request: Request, caller: Caller): Promise<SignInOutcome> {
  return new Authenticator<SignInOutcome>()
    .use(new FormStrategy(({ form }) => signIn(credentialsOf(form), caller)))
    .authenticate("form", request);
}

/** The same words for the page and for the call, and for unknown and known names. */
export function wordsOf(refusal: SignInRefusal): string {
  if (refusal.reason === "wait")
    return `Too many attempts. Wait ${waitWords(refusal.waitSeconds)}, then try again.`;
  return refusal.reason === "void"
    ? VOID
    : "The username or the password is not right. Check both and try again.";
}

/** Over the form. */
export function notSignedIn(text: string): SignInErrors {
  return { form: { title: "You are not signed in", text } };
}

function credentialsOf(form: FormData): Credentials {
  return { userName: textOf(form.get("userName")), password: textOf(form.get("password")) };
}

function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === "string" ? entry : "";
}

function waitWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
