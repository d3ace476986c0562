import type * as OpenIdClient from "openid-client";
import { now } from "#runtime/clock.ts";
import { env, type Env } from "#runtime/env.ts";

type OpenId = typeof OpenIdClient;

/** The library, and what it has learnt of the school's provider. */
export type Provider = { openId: OpenId; configuration: OpenIdClient.Configuration };

/** Where a sign-in there begins, and where the provider sends people back to. */
export const SIGN_IN_BY_PROVIDER = "/sign-in/provider";
export const SIGNED_OUT = "/signed-out";

const TIMEOUT_SECONDS = 8;
const KNOWN_MS = 60 * 60 * 1_000;

let known: { until: number; provider: Promise<Provider> } | null = null;

/** The school's identity provider as people know it, by its host; null where it has none. */
export function providerName(): string | null {
  const { OIDC_ISSUER } = env();
  return OIDC_ISSUER ? new URL(OIDC_ISSUER).host : null;
}

/** For a page that leads there; nothing where there is none. @param next the page of ours that is wanted */
export function offeredProvider(next: string | null): { provider?: { name: string; url: string } } {
  const name = providerName();
  if (name === null) return {};
  const query = next === null ? "" : `?${new URLSearchParams({ next })}`;
  return { provider: { name, url: SIGN_IN_BY_PROVIDER + query } };
}

/** An address of ours as the provider knows it. */
export function ownAddress(path: string): URL {
  return new URL(path, env().PUBLIC_URL);
}

/**
 * The provider says itself where its parts are: asked at first need, for a start must not wait for it, and again each
 * hour. What failed is asked again at once. @throws where it does not answer, or not as a provider
 */
export function identityProvider(): Promise<Provider> {
  if (known && known.until > now().getTime()) return known.provider;
  const provider = discover(env());
  known = { until: now().getTime() + KNOWN_MS, provider };
  provider.catch(() => {
    if (known?.provider === provider) known = null;
  });
  return provider;
}

/** The library is loaded by who has a provider alone. */
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
        // Of this machine only: `env` takes no other without https.
        ...(issuer.protocol === "http:" ? [openId.allowInsecureRequests] : []),
      ],
    },
  );
  return { openId, configuration };
}

/** What a provider does not say is `basic` (OpenID Connect Discovery 1.0, section 3); a few take only the other. */
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
