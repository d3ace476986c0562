import type * as OpenIdClient from "openid-client";
import { now } from "#runtime/clock.ts";
import { env, type Env } from "#runtime/env.ts";

type OpenId = typeof OpenIdClient;

/** The library, and the metadata of the school's provider. */
export type Provider = { openId: OpenId; configuration: OpenIdClient.Configuration };

/** The address at which a sign-in by the provider begins, and to which the provider sends people back. */
export const SIGN_IN_BY_PROVIDER = "/sign-in/provider";
export const SIGNED_OUT = "/signed-out";

const TIMEOUT_SECONDS = 8;
const KNOWN_MS = 60 * 60 * 1_000;

let known: { until: number; provider: Promise<Provider> } | null = null;

/** The name of the school's identity provider for people: its host. Null when the school has no provider. */
export function providerName(): string | null {
  const { OIDC_ISSUER } = env();
  return OIDC_ISSUER ? new URL(OIDC_ISSUER).host : null;
}

/**
 * Returns the provider for a page that links to it; empty when the school has none.
 * @param next the page that the person wants
 */
export function offeredProvider(next: string | null): { provider?: { name: string; url: string } } {
  const name = providerName();
  if (name === null) return {};
  const query = next === null ? "" : `?${new URLSearchParams({ next })}`;
  return { provider: { name, url: SIGN_IN_BY_PROVIDER + query } };
}

/** Returns an address of this server as the provider knows it. */
export function ownAddress(path: string): URL {
  return new URL(path, env().PUBLIC_URL);
}

/**
 * Returns the provider with its metadata. The metadata are read when they are first needed, because the start of the
 * server must not wait for them, and again each hour; after a failure, at the next request.
 * @throws when the provider does not respond, or responds without metadata
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

/** Only a school with a provider loads the library. */
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
        // A provider without https is on this machine: `env` accepts no other.
        ...(issuer.protocol === "http:" ? [openId.allowInsecureRequests] : []),
      ],
    },
  );
  return { openId, configuration };
}

/**
 * A provider that does not name a method uses `basic` (OpenID Connect Discovery 1.0, section 3); a few providers accept
 * only the other method.
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
