import { AsyncLocalStorage } from "node:async_hooks";
import { redirect, type Cookie } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { Strategy } from "remix-auth/strategy";
import type { Caller } from "#access/caller.server.ts";
import { pathToReturnTo } from "#access/sign-in-path.ts";
import { hostBound, signedCookie } from "#access/session-cookie.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { findAccountByUserName } from "#db/queries/accounts/accounts.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { PATHS } from "#domain/paths.ts";
import { findUserNameFault } from "#domain/people/user-name.ts";
import { env } from "#runtime/env.ts";
import { limitByLane } from "#runtime/limit-concurrency.ts";
import { log } from "#runtime/log.ts";
import {
  openAccount,
  type SignedIn,
  signIn,
  type Credentials,
  type SignInOutcome,
} from "./sign-in.server.ts";
import {
  identityProvider,
  ownAddress,
  SIGN_IN_BY_PROVIDER,
  type Provider,
  type ProviderError,
  faultOf,
  type ProviderFault,
} from "./provider/identity-provider.server.ts";

/** The person whom the provider vouches for, or why there is nobody; `returnTo` is the page that the person wanted. */
type ProviderReturn = { returnTo: string } & (
  { ok: true; userName: string | null; idToken: string } | { ok: false; reason: ProviderFault }
);

/** The data that only the browser that began a sign-in can bring back, so that no other reply is accepted. */
type Flow = { state: string; nonce: string; verifier: string; returnTo: string };

/** Long enough for a person to look for their password there. */
const FLOW_SECONDS = 15 * 60;
const SCOPE = "openid profile email";

const ANSWERED_BY = ["code", "error", "state"];

/**
 * Sends the browser to the identity provider and takes its answer: authorization code with PKCE, state and nonce. In
 * between, a cookie of the browser holds everything, because another process may take the answer; the cookie is Lax,
 * because the answer comes from another site.
 */
class ProviderStrategy<Outcome> extends Strategy<Outcome, ProviderReturn> {
  name = "provider";

  async authenticate(request: Request): Promise<Outcome> {
    const { searchParams } = new URL(request.url);
    const isAnswer = ANSWERED_BY.some((name) => searchParams.has(name));
    if (isAnswer) return this.verify(await answerIn(searchParams, await flowOf(request)));
    return this.verify(await this.leave(pathToReturnTo(request)));
  }

  /** @throws the redirect to the provider */
  private async leave(returnTo: string): Promise<ProviderReturn> {
    try {
      const provider = await identityProvider();
      throw await redirectTo(provider, returnTo);
    } catch (error) {
      if (error instanceof Response) throw error;
      return refused(error, returnTo);
    }
  }
}

/** A flow accepts a single reply. */
export function deleteFlowCookie(): Promise<string> {
  return flowCookie().serialize("", { maxAge: 0 });
}

async function redirectTo({ openId, configuration }: Provider, returnTo: string): Promise<Response> {
  const verifier = openId.randomPKCECodeVerifier();
  const flow: Flow = { state: openId.randomState(), nonce: openId.randomNonce(), verifier, returnTo };
  const url = openId.buildAuthorizationUrl(configuration, {
    redirect_uri: ownAddress(SIGN_IN_BY_PROVIDER).href,
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
  const { openId, configuration } = await identityProvider();
  const tokens = await openId.authorizationCodeGrant(
    configuration,
    ownAddress(`${SIGN_IN_BY_PROVIDER}?${answer}`),
    { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
  );
  const { id_token: idToken = "" } = tokens;
  const claims = tokens.claims();
  const { OIDC_USER_NAME_CLAIM: claim } = env();
  const inToken = userNameIn(claims ?? {}, claim);
  if (inToken !== null || !claims) return { idToken, userName: inToken };
  // Many providers give a person's claims only at this endpoint.
  const more = await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { idToken, userName: userNameIn(more, claim) };
}

/** An e-mail address that nobody has verified could be anybody's. */
export function userNameIn(claims: Readonly<Record<string, unknown>>, claim: string): string | null {
  if (claim === "email" && claims["email_verified"] !== true) return null;
  const userName = claims[claim];
  return typeof userName === "string" ? userName : null;
}

function refused(error: unknown, returnTo: string): ProviderReturn {
  const reason = faultOf(error);
  if (reason !== "denied") log().warn({ err: error, reason }, "a sign-in by the identity provider failed");
  return { ok: false, reason, returnTo };
}

/** The cookie is signed, so its content was written here. */
async function flowOf(request: Request): Promise<Flow | null> {
  const brought: unknown = await flowCookie().parse(request.headers.get("Cookie"));
  return typeof brought === "object" && brought !== null && "verifier" in brought ? (brought as Flow) : null;
}

function flowCookie(): Cookie {
  return signedCookie(hostBound("provider"), FLOW_SECONDS);
}

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
