import { decrypt } from "#access/carried/carried-form.server.ts";
import { readCookie } from "#access/session-cookie.server.ts";
import { env } from "#runtime/env.ts";
import { log } from "#runtime/log.ts";
import { ID_TOKEN } from "../sign-in.server.ts";
import { identityProvider, ownAddress, providerName, SIGNED_OUT } from "./identity-provider.server.ts";

/**
 * The page on this server that confirms the sign-out before the person goes on to the identity provider. The form's
 * content security policy would block a direct redirect to another site.
 */
export const SIGN_OUT_AT_PROVIDER = `${SIGNED_OUT}/provider`;
/** The provider may still have the person signed in. */
export const STILL_IN = "still";

const NAME = "provider-sign-out";
const SECONDS = 10 * 60;
/** A browser drops a cookie of more than 4,096 bytes: without the token the provider asks the person. */
const LONGEST = 3_900;
const WITHOUT_TOKEN = "1";

/**
 * Makes a cookie for a person who leaves a session that the provider opened. The token was kept sealed in the session's
 * row, which holds any size and ends with the session; only on the way from this sign-out to the provider's is it in a
 * cookie, still sealed, that no script and no other address of this server receives.
 */
export function signingOutCookie(seal: string): string {
  return `${NAME}=${seal.length > LONGEST ? WITHOUT_TOKEN : seal}; ${attributes()}; Max-Age=${SECONDS}`;
}

export function signedOutCookie(): string {
  return `${NAME}=; ${attributes()}; Max-Age=0`;
}

export function isSigningOut(request: Request): boolean {
  return providerName() !== null && readCookie(request, NAME) !== "";
}

/** Returns the provider's sign-out address for a person who has just signed out here, or else the local page. */
export async function addressToSignOut(request: Request): Promise<string> {
  if (!isSigningOut(request)) return SIGNED_OUT;
  const stillIn = `${SIGNED_OUT}?${STILL_IN}`;
  try {
    const { openId, configuration } = await identityProvider();
    if (!configuration.serverMetadata().end_session_endpoint) return stillIn;
    const idToken = decrypt(ID_TOKEN, readCookie(request, NAME));
    return openId.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: ownAddress(SIGNED_OUT).href,
      ...(idToken !== null && { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    log().warn({ err: error }, "a sign-out at the identity provider failed");
    return stillIn;
  }
}

function attributes(): string {
  return `Path=${SIGNED_OUT}; HttpOnly; SameSite=Lax${env().secure ? "; Secure" : ""}`;
}
