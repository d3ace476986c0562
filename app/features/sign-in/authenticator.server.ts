import { AsyncLocalStorage } from "node:async_hooks";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Caller } from "#access/caller.server.ts";
import { pathToReturnTo } from "#access/sign-in-path.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { findAccountByUserName } from "#db/queries/accounts/accounts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { findUserNameFault } from "#domain/people/user-name.ts";
import { limitByLane } from "#runtime/limit-concurrency.ts";
import { openAccount, type SignedIn } from "./open-account.server.ts";
import type { ProviderError } from "./provider/provider-faults.server.ts";
import { ProviderStrategy, type ProviderReturn } from "./provider/provider-strategy.server.ts";
import { signIn, type Credentials, type SignInOutcome } from "./sign-in.server.ts";

type ProviderOutcome = { returnTo: string } & (SignedIn | { ok: false; reason: ProviderError });

/** The ways to sign in on a page, and the outcome of each way. */
type Outcomes = { form: SignInOutcome; provider: ProviderOutcome };

/** Passes the caller to the sign-in strategies, which receive only the request; a request does not name its origin. */
const currentCaller = new AsyncLocalStorage<Caller>();

const authenticator = new Authenticator<Outcomes[keyof Outcomes]>()
  .use(new FormStrategy(({ form }) => signIn(credentialsIn(form), callerNow())), "form")
  .use(new ProviderStrategy((answer) => openVouched(answer, callerNow())), "provider");

/** One line each quarter of an hour records that somebody keeps trying. */
const NOTED_EVERY_SECONDS = 15 * 60;

/** Limits what a provider that hangs, or a flood of forged replies, can use of a process. */
const inTurn = limitByLane({ most: () => 10, inLane: 100, ofName: 100 });

/** Signs in by the fields `userName` and `password` of the posted form. A missing field counts as an empty one. */
export function signInByForm(request: Request, caller: Caller): Promise<SignInOutcome> {
  return authenticate("form", request, caller);
}

/**
 * Signs in the person whom the school's identity provider vouches for.
 * @throws the redirect to the provider, where the sign-in begins
 */
export async function signInByProvider(request: Request, caller: Caller): Promise<ProviderOutcome> {
  const turn = { lane: caller.address, name: caller.address };
  const outcome = await inTurn(turn, () => authenticate("provider", request, caller));
  return outcome === "crowded"
    ? { ok: false, reason: "unreached", returnTo: pathToReturnTo(request) }
    : outcome;
}

function authenticate<Way extends keyof Outcomes>(way: Way, request: Request, caller: Caller) {
  return currentCaller.run(caller, () => authenticator.authenticate(way, request)) as Promise<Outcomes[Way]>;
}

function callerNow(): Caller {
  const caller = currentCaller.getStore();
  if (!caller) throw new Error("a sign-in without a caller");
  return caller;
}

function credentialsIn(form: FormData): Credentials {
  const { userName, password } = Object.fromEntries(form);
  return { userName: textOf(userName), password: textOf(password) };
}

function textOf(entry: FormDataEntryValue | undefined): string {
  return typeof entry === "string" ? entry : "";
}

/**
 * Opens a session for the person whom the school's identity provider vouches for, by their user name there: never for
 * Admin, who is no employee, and never for a former employee. The outcome does not reveal that such an account exists.
 */
async function openVouched(answer: ProviderReturn, caller: Caller): Promise<ProviderOutcome> {
  if (!answer.ok) return answer;
  const { returnTo, idToken } = answer;
  const account = await accountVouchedFor(answer.userName);
  if (!account?.employee_id) {
    await noteStranger(account?.account_id ?? null, caller);
    return { ok: false, reason: "stranger", returnTo };
  }
  const opening = { caller, kind: "signed-in-by-provider", idToken } as const;
  const opened = await transaction({ accountId: account.account_id }, (t) =>
    openAccount(account, opening, t),
  );
  return { ...(opened ?? { ok: false, reason: "stale" }), returnTo };
}

/** The name is not cleaned here, because a name chosen at the provider must equal the account's. */
async function accountVouchedFor(userName: string | null) {
  if (userName === null || findUserNameFault(userName) !== null) return null;
  return findAccountByUserName(userName, noTransaction);
}

function noteStranger(accountId: number | null, { address }: Caller): Promise<void> {
  const detail = accountId === null ? "Unknown username" : "";
  const event = { kind: "provider-refused", accountId, address, detail } as const;
  return transaction({ system: "sign-in" }, (t) =>
    recordSecurityEvent(event, t, { quietSeconds: NOTED_EVERY_SECONDS }),
  );
}
