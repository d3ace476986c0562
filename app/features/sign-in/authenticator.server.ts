import { AsyncLocalStorage } from "node:async_hooks";
import { redirect, type Cookie } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { Strategy } from "remix-auth/strategy";
import type { Caller } from "#access/caller.server.ts";
import { pathAfterSignIn } from "#access/sign-in-path.ts";
import { hostBoundCookieName, signedCookie } from "#access/session-cookie.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { findAccountByUserName } from "#db/queries/accounts/accounts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { PATHS } from "#domain/paths.ts";
import { findUserNameFault } from "#domain/people/user-name.ts";
import { env } from "#runtime/env.ts";
import { limitConcurrencyByLane } from "#runtime/limit-concurrency.ts";
import { log } from "#runtime/log.ts";
import {
  openSessionForAccount,
  type SuccessfulSignIn,
  signIn,
  type Credentials,
  type SignInOutcome,
} from "./sign-in.server.ts";
import {
  loadIdentityProvider,
  publicUrl,
  PROVIDER_SIGN_IN_PATH,
  type OpenIdProvider,
  type ProviderError,
  toProviderFault,
  type ProviderFault,
} from "./provider/identity-provider.server.ts";

/** The user name that the provider confirmed, or the reason why there is none. `returnTo` is the requested page. */
type ProviderReturn = { returnTo: string } & (
  { ok: true; userName: string | null; idToken: string } | { ok: false; reason: ProviderFault }
);

/** The secrets of one sign-in at the provider, stored in the browser so that no other response is accepted. */
type Flow = { state: string; nonce: string; verifier: string; returnTo: string };

/** The time that a person has to sign in at the provider. It is long enough to look up a password there. */
const FLOW_SECONDS = 15 * 60;
const SCOPE = "openid profile email";

const ANSWERED_BY = ["code", "error", "state"];

/**
 * Sends the browser to the identity provider and reads its response: authorization code flow with PKCE, state and
 * nonce. A cookie stores the secrets in between, because another process may handle the response. The cookie is Lax,
 * because the response comes from another site.
 */
class ProviderStrategy<Outcome> extends Strategy<Outcome, ProviderReturn> {
  name = "provider";

  async authenticate(request: Request): Promise<Outcome> {
    const { searchParams } = new URL(request.url);
    const isAnswer = ANSWERED_BY.some((name) => searchParams.has(name));
    if (isAnswer) return this.verify(await answerIn(searchParams, await flowOf(request)));
    return this.verify(await this.leave(pathAfterSignIn(request)));
  }

  private async leave(returnTo: string): Promise<ProviderReturn> {
    try {
      const provider = await loadIdentityProvider();
      throw await redirectTo(provider, returnTo);
    } catch (error) {
      if (error instanceof Response) throw error;
      return refused(error, returnTo);
    }
  }
}

/** Deletes the cookie, because its secrets are valid for one response only. */
export function deleteProviderFlowCookie(): Promise<string> {
  return flowCookie().serialize("", { maxAge: 0 });
}

async function redirectTo({ openId, configuration }: OpenIdProvider, returnTo: string): Promise<Response> {
  const verifier = openId.randomPKCECodeVerifier();
  const flow: Flow = { state: openId.randomState(), nonce: openId.randomNonce(), verifier, returnTo };
  const url = openId.buildAuthorizationUrl(configuration, {
    redirect_uri: publicUrl(PROVIDER_SIGN_IN_PATH).href,
    scope: SCOPE,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await openId.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return redirect(url.href, { headers: { "Set-Cookie": await flowCookie().serialize(flow) } });
}

async function answerIn(answer: URLSearchParams, flow: Flow | null): Promise<ProviderReturn> {
  if (flow?.state !== answer.get("state"))
    return { ok: false, reason: "stale", returnTo: flow?.returnTo ?? PATHS.mainMenu };
  const { returnTo } = flow;
  try {
    return { ok: true, returnTo, ...(await vouchedFor(answer, flow)) };
  } catch (error) {
    return refused(error, returnTo);
  }
}

async function vouchedFor(answer: URLSearchParams, { state, nonce, verifier }: Flow) {
  const { openId, configuration } = await loadIdentityProvider();
  const tokens = await openId.authorizationCodeGrant(
    configuration,
    publicUrl(`${PROVIDER_SIGN_IN_PATH}?${answer}`),
    { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
  );
  const { id_token: idToken = "" } = tokens;
  const claims = tokens.claims();
  const { OIDC_USER_NAME_CLAIM: claim } = env();
  const inToken = userNameFromClaims(claims ?? {}, claim);
  if (inToken !== null || !claims) return { idToken, userName: inToken };
  // Many providers return a person's claims only at this endpoint.
  const more = await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { idToken, userName: userNameFromClaims(more, claim) };
}

/** Returns the user name, or null. An unverified e-mail address is rejected: it could belong to somebody else. */
export function userNameFromClaims(claims: Readonly<Record<string, unknown>>, claim: string): string | null {
  if (claim === "email" && claims["email_verified"] !== true) return null;
  const userName = claims[claim];
  return typeof userName === "string" ? userName : null;
}

function refused(error: unknown, returnTo: string): ProviderReturn {
  const reason = toProviderFault(error);
  if (reason !== "denied") log().warn({ err: error, reason }, "a sign-in by the identity provider failed");
  return { ok: false, reason, returnTo };
}

/** Reads the cookie. It is signed, so its content is known to come from this server. */
async function flowOf(request: Request): Promise<Flow | null> {
  const brought: unknown = await flowCookie().parse(request.headers.get("Cookie"));
  return typeof brought === "object" && brought !== null && "verifier" in brought ? (brought as Flow) : null;
}

function flowCookie(): Cookie {
  return signedCookie(hostBoundCookieName("provider"), FLOW_SECONDS);
}

type ProviderOutcome = { returnTo: string } & (SuccessfulSignIn | { ok: false; reason: ProviderError });

type Outcomes = { form: SignInOutcome; provider: ProviderOutcome };

/**
 * Passes the caller's IP address to the sign-in strategies. They receive only the request, which does not contain it.
 */
const currentCaller = new AsyncLocalStorage<Caller>();

const authenticator = new Authenticator<Outcomes[keyof Outcomes]>()
  .use(new FormStrategy(({ form }) => signIn(credentialsIn(form), callerNow())), "form")
  .use(new ProviderStrategy((answer) => openVouched(answer, callerNow())), "provider");

/** The interval at which repeated refusals are recorded. */
const NOTED_EVERY_SECONDS = 15 * 60;

/** Limits how much of a process a slow provider, or a flood of forged responses, can use. */
const inTurn = limitConcurrencyByLane({ most: () => 10, inLane: 100, ofName: 100 });

/** Signs in with the fields `userName` and `password` of the submitted form. A missing field counts as empty. */
export function signInByForm(request: Request, caller: Caller): Promise<SignInOutcome> {
  return authenticate("form", request, caller);
}

/**
 * Signs in the person whom the school's identity provider has confirmed.
 * @throws the redirect to the provider, when the sign-in begins
 */
export async function signInByProvider(request: Request, caller: Caller): Promise<ProviderOutcome> {
  const turn = { lane: caller.address, name: caller.address };
  const outcome = await inTurn(turn, () => authenticate("provider", request, caller));
  return outcome === "crowded"
    ? { ok: false, reason: "unreached", returnTo: pathAfterSignIn(request) }
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
 * Opens a session for the account with the provider's user name. The Admin account, which is not an employee, and
 * former employees are refused. The outcome does not reveal that such an account exists.
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
    openSessionForAccount(account, opening, t),
  );
  return { ...(opened ?? { ok: false, reason: "stale" }), returnTo };
}

/** Finds the account by exactly the provider's user name. A normalised one could match the name of somebody else. */
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
