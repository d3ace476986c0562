import type * as OpenIdClient from "openid-client";
import { now } from "#runtime/clock.ts";
import { env, type Env } from "#runtime/env.ts";
import { decryptForPurpose } from "#access/carried/carried-form.server.ts";
import { readCookie } from "#access/session-cookie.server.ts";
import { log } from "#runtime/log.ts";
import { ID_TOKEN_PURPOSE } from "../sign-in.server.ts";

type OpenId = typeof OpenIdClient;

/** The OpenID library, and the metadata of the school's provider. */
export type OpenIdProvider = { openId: OpenId; configuration: OpenIdClient.Configuration };

/** The URL that starts a sign-in at the provider, and to which the provider sends people back. */
export const PROVIDER_SIGN_IN_PATH = "/sign-in/provider";
export const SIGNED_OUT_PATH = "/signed-out";

const TIMEOUT_SECONDS = 8;
const KNOWN_MS = 60 * 60 * 1_000;

let known: { until: number; provider: Promise<OpenIdProvider> } | null = null;

/** Returns the name of the school's identity provider, which is its host. Returns null if there is no provider. */
export function providerName(): string | null {
  const { OIDC_ISSUER } = env();
  return OIDC_ISSUER ? new URL(OIDC_ISSUER).host : null;
}

/**
 * Returns the provider for a sign-in page that links to it; an empty object if the school has no provider.
 * @param next the page that the person wants to open
 */
export function providerForSignIn(next: string | null): { provider?: { name: string; url: string } } {
  const name = providerName();
  if (name === null) return {};
  const query = next === null ? "" : `?${new URLSearchParams({ next })}`;
  return { provider: { name, url: PROVIDER_SIGN_IN_PATH + query } };
}

/** Returns a URL on this server, using the public address that the provider knows. */
export function publicUrl(path: string): URL {
  return new URL(path, env().PUBLIC_URL);
}

/**
 * Returns the provider with its metadata. The metadata is fetched when it is first needed, so that the server can start
 * without it, and again every hour. After a failure, the next request tries again.
 * @throws when the provider does not respond, or responds without metadata
 */
export function loadIdentityProvider(): Promise<OpenIdProvider> {
  if (known && known.until > now().getTime()) return known.provider;
  const provider = discover(env());
  known = { until: now().getTime() + KNOWN_MS, provider };
  provider.catch(() => {
    if (known?.provider === provider) known = null;
  });
  return provider;
}

/** Imports the library only here, so that a school without a provider does not load it. */
async function discover({ OIDC_ISSUER = "", OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET = "" }: Env) {
  const openId = await import("openid-client");
  const issuer = new URL(OIDC_ISSUER);
  const configuration = await openId.discovery(
    issuer,
    OIDC_CLIENT_ID,
    undefined,
    clientAuth(openId, OIDC_CLIENT_SECRET),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [
        openId.enableNonRepudiationChecks,
        // A provider without HTTPS runs on this machine, because `env` accepts no other.
        ...(issuer.protocol === "http:" ? [openId.allowInsecureRequests] : []),
      ],
    },
  );
  return { openId, configuration };
}

/**
 * Chooses how this server identifies itself to the provider. The default is `basic` (OpenID Connect Discovery 1.0,
 * section 3), but a few providers accept only the other method.
 */
function clientAuth(
  { ClientSecretBasic, ClientSecretPost }: OpenId,
  secret: string,
): OpenIdClient.ClientAuth {
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
    authenticate(secret)(server, ...request);
  };
}

/** The reason why the provider's response does not sign the person in. */
export type ProviderFault = "unreached" | "denied" | "stale" | "failed";
/** `stranger` means that the provider confirmed a person without an account here. */
export type ProviderError = ProviderFault | "stranger";

/** The codes of openid-client for a timeout, and for a response from something else, such as a proxy. */
const UNREACHED = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

/** The error codes of OAuth 2.0 (RFC 6749, sections 4.1.2.1 and 5.2). */
const OF_ERROR: ReadonlyMap<string, ProviderFault> = new Map([
  ["access_denied", "denied"],
  ["temporarily_unavailable", "unreached"],
  ["server_error", "unreached"],
  // The code was already used or is too old.
  ["invalid_grant", "stale"],
]);

const PASSWORD = "sign in with your username and password";

const WORDS: Record<ProviderError, (name: string) => string> = {
  unreached: (name) => `${name} does not respond. Try again in a moment, or ${PASSWORD}.`,
  denied: (name) => `The sign-in at ${name} was not finished. Start again, or ${PASSWORD}.`,
  stale: (name) =>
    `That sign-in at ${name} took too long, or you have started another one. Start again, or ${PASSWORD}.`,
  failed: (name) =>
    `Termbook could not accept the answer from ${name}. Try again, or ${PASSWORD}. If this happens again, tell the school office.`,
  stranger: (name) =>
    `Your account at ${name} has no access to Termbook. Sign in with the username and password that the school gave you, or ask the school office.`,
};

export function toProviderFault(error: unknown): ProviderFault {
  if (!(error instanceof Error)) return "failed";
  if ("error" in error && typeof error.error === "string") return OF_ERROR.get(error.error) ?? "failed";
  const isUnreached = "code" in error && UNREACHED.has(String(error.code));
  // `fetch` throws a TypeError when there is no response.
  return isUnreached || error instanceof TypeError ? "unreached" : "failed";
}

/**
 * Returns the message for the sign-in page.
 * @param reason the reason in the page's URL; null for an unknown reason
 */
export function describeSignInError(reason: string | null): string | null {
  const name = providerName();
  if (name === null || reason === null || !Object.hasOwn(WORDS, reason)) return null;
  return WORDS[reason as ProviderError](name);
}

/**
 * The page that confirms the sign-out before the person continues to the identity provider. The form cannot redirect to
 * another site directly, because its content security policy forbids that.
 */
export const PROVIDER_SIGN_OUT_PATH = `${SIGNED_OUT_PATH}/provider`;
/** The query value that says that the person may still be signed in at the provider. */
export const SIGNED_IN_AT_PROVIDER = "still";

const NAME = "provider-sign-out";
const SECONDS = 10 * 60;
/** Browsers drop cookies of more than 4,096 bytes. Without a token, the provider asks the person to confirm. */
const LONGEST = 3_900;
const WITHOUT_TOKEN = "1";

/**
 * Builds a cookie for a person who ends a session that the provider opened. The provider's token is stored encrypted in
 * the session's row, which has room for any size and is deleted with the session. The cookie carries the token from
 * Termbook's sign-out to the sign-out at the provider. Scripts cannot read the cookie, and browsers send it to no other
 * URL of this server.
 */
export function createProviderSignOutCookie(seal: string): string {
  return `${NAME}=${seal.length > LONGEST ? WITHOUT_TOKEN : seal}; ${attributes()}; Max-Age=${SECONDS}`;
}

export function clearProviderSignOutCookie(): string {
  return `${NAME}=; ${attributes()}; Max-Age=0`;
}

export function isSigningOutAtProvider(request: Request): boolean {
  return providerName() !== null && readCookie(request, NAME) !== "";
}

/** Returns the provider's sign-out URL for a person who has just signed out here, or the URL of our own page. */
export async function providerSignOutUrl(request: Request): Promise<string> {
  if (!isSigningOutAtProvider(request)) return SIGNED_OUT_PATH;
  const stillIn = `${SIGNED_OUT_PATH}?${SIGNED_IN_AT_PROVIDER}`;
  try {
    const { openId, configuration } = await loadIdentityProvider();
    if (!configuration.serverMetadata().end_session_endpoint) return stillIn;
    const idToken = decryptForPurpose(ID_TOKEN_PURPOSE, readCookie(request, NAME));
    return openId.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: publicUrl(SIGNED_OUT_PATH).href,
      ...(idToken !== null && { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    log().warn({ err: error }, "a sign-out at the identity provider failed");
    return stillIn;
  }
}

function attributes(): string {
  return `Path=${SIGNED_OUT_PATH}; HttpOnly; SameSite=Lax${env().secure ? "; Secure" : ""}`;
}
