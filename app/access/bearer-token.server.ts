import { createHash } from "node:crypto";
import { noTransaction, transaction } from "#db/index.ts";
import * as tokens from "#db/queries/accounts/access-tokens.ts";
import type { TokenVisitRow } from "#db/queries/accounts/access-tokens.ts";
import { now } from "#runtime/clock.ts";

/** Hashes a token. The database has only the hash, so that nobody who reads its rows can sign in with them. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const PREFIX = "termbook_";
const CALLS = "/api/";
const BEARER = /^Bearer(?:\s+(.*))?$/i;
const USED_EVERY_SECONDS = 60;

/**
 * Creates a token for a script. It is shown once, because the database stores only its hash.
 * @param secret 32 random bytes
 */
export function newAccessToken(secret: Buffer): { token: string; hash: Buffer } {
  const token = PREFIX + secret.toString("base64url");
  return { token, hash: hashToken(token) };
}

/**
 * Returns a call's bearer token, valid or not; null for a call without one, and for pages, which accept none. A call
 * with a token is judged by the token alone: with a wrong token nobody is signed in, and a cookie beside it does not
 * count.
 */
export function bearerToken(request: Request): string | null {
  if (!new URL(request.url).pathname.startsWith(CALLS)) return null;
  const found = BEARER.exec(request.headers.get("Authorization") ?? "");
  return found && (found[1] ?? "");
}

/** Finds the owner of a living token, and records its use once a minute. */
export async function findBearerVisit(token: string): Promise<TokenVisitRow | null> {
  if (!token.startsWith(PREFIX)) return null;
  const found = await tokens.findVisitByAccessToken({ tokenHash: hashToken(token) }, noTransaction);
  if (!found) return null;
  const { access_token_id: accessTokenId, account_id: accountId, last_used_at: last } = found;
  const isDue = last === null || now().getTime() - last.getTime() >= USED_EVERY_SECONDS * 1_000;
  if (isDue) {
    const used = { accessTokenId, everySeconds: USED_EVERY_SECONDS };
    await transaction({ accountId }, (t) => tokens.markTokenUsed(used, t));
  }
  return found;
}
