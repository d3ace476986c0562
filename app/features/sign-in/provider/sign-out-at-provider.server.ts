import { decrypt } from "#access/carried/carried-form.server.ts";
import { readCookie } from "#access/session-cookie.server.ts";
import { env } from "#runtime/env.ts";
import { log } from "#runtime/log.ts";
import { ID_TOKEN_PURPOSE } from "../sign-in.server.ts";
import {
  loadIdentityProvider,
  publicUrl,
  providerName,
  SIGNED_OUT_PATH,
} from "./identity-provider.server.ts";

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
    const idToken = decrypt(ID_TOKEN_PURPOSE, readCookie(request, NAME));
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
