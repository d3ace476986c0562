import { redirect, type Cookie } from "@remix-run/node";
import { Strategy } from "remix-auth/strategy";
import { pathToReturnTo } from "#access/sign-in-path.ts";
import { hostBound, signedCookie } from "#access/signed-cookie.server.ts";
import { PATHS } from "#domain/paths.ts";
import { env } from "#runtime/env.ts";
import { log } from "#runtime/log.ts";
import {
  identityProvider,
  ownAddress,
  SIGN_IN_BY_PROVIDER,
  type Provider,
} from "./identity-provider.server.ts";
import { faultOf, type ProviderFault } from "./provider-faults.server.ts";

/** The person whom the provider vouches for, or why there is nobody; `returnTo` is the page that the person wanted. */
export type ProviderReturn = { returnTo: string } & (
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
export class ProviderStrategy<Outcome> extends Strategy<Outcome, ProviderReturn> {
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
