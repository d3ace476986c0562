import { providerName } from "./identity-provider.server.ts";

/** The reason why the provider's answer signs nobody in. */
export type ProviderFault = "unreached" | "denied" | "stale" | "failed";
/** `stranger`: the provider vouches for a person without an account here. */
export type ProviderError = ProviderFault | "stranger";

/** The codes of openid-client when no reply came in time, or when it came from something else, such as a proxy. */
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
  // The code was used before, or is too old.
  ["invalid_grant", "stale"],
]);

const PASSWORD = "sign in with your username and password";

const WORDS: Record<ProviderError, (name: string) => string> = {
  unreached: (name) => `${name} is not answering at the moment. Try again in a moment, or ${PASSWORD}.`,
  denied: (name) => `The sign-in at ${name} was not finished. Start again, or ${PASSWORD}.`,
  stale: (name) =>
    `That sign-in at ${name} took too long, or you have started another one. Start again, or ${PASSWORD}.`,
  failed: (name) =>
    `Termbook could not accept the answer from ${name}. Try again, or ${PASSWORD}. If this happens again, tell the school office.`,
  stranger: (name) =>
    `Your account at ${name} has no access to Termbook. Sign in with the username and password that the school gave you, or ask the school office.`,
};

export function faultOf(error: unknown): ProviderFault {
  if (!(error instanceof Error)) return "failed";
  if ("error" in error && typeof error.error === "string") return OF_ERROR.get(error.error) ?? "failed";
  const isUnreached = "code" in error && UNREACHED.has(String(error.code));
  // `fetch` throws a TypeError when nobody answers.
  return isUnreached || error instanceof TypeError ? "unreached" : "failed";
}

/** @param reason the reason in the sign-in page's address; null for an unknown one */
export function describeSignInError(reason: string | null): string | null {
  const name = providerName();
  if (name === null || reason === null || !Object.hasOwn(WORDS, reason)) return null;
  return WORDS[reason as ProviderError](name);
}
