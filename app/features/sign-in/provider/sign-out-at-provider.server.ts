import { unsealed } from "#access/carried/seal.server.ts";
import { cookieOf } from "#access/session-cookie.server.ts";
import { env } from "#runtime/env.ts";
import { log } from "#runtime/log.ts";
import { ID_TOKEN } from "../open-account.server.ts";
import { identityProvider, ownAddress, providerName, SIGNED_OUT } from "./identity-provider.server.ts";

/** A page of ours says first that it is done: a form's policy would stop a redirect to another site. */
export const SIGN_OUT_AT_PROVIDER = `${SIGNED_OUT}/provider`;
/** The provider may still have the person signed in. */
export const STILL_IN = "still";

const NAME = "provider-sign-out";
const SECONDS = 10 * 60;
/** A browser drops a cookie of more than 4,096 bytes: without the token the provider asks the person. */
const LONGEST = 3_900;
const WITHOUT_TOKEN = "1";

/**
 * For who leaves a session that the provider opened. Its token was kept sealed in the session's row, which takes one of
 * any size and ends with it; only on this way from our sign-out to the provider's is it in a cookie, sealed still, that
 * no script and no other address of ours gets.
 */
export function signingOutCookie(seal: string): string {
  return `${NAME}=${seal.length > LONGEST ? WITHOUT_TOKEN : seal}; ${attributes()}; Max-Age=${SECONDS}`;
}

export function signedOutCookie(): string {
  return `${NAME}=; ${attributes()}; Max-Age=0`;
}

export function isSigningOut(request: Request): boolean {
  return providerName() !== null && cookieOf(request, NAME) !== "";
}

/** Where the provider signs out who comes from our sign-out, else the page that says how it stands. */
export async function addressToSignOut(request: Request): Promise<string> {
  if (!isSigningOut(request)) return SIGNED_OUT;
  const stillIn = `${SIGNED_OUT}?${STILL_IN}`;
  try {
    const { openId, configuration } = await identityProvider();
    if (!configuration.serverMetadata().end_session_endpoint) return stillIn;
    const idToken = unsealed(ID_TOKEN, cookieOf(request, NAME));
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
