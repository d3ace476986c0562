import { createHash } from "node:crypto";
import { noTransaction, transaction } from "#db/index.ts";
import * as tokens from "#db/queries/accounts/access-tokens.ts";
import type { TokenVisitRow } from "#db/queries/accounts/access-tokens.ts";
import { now } from "#runtime/clock.ts";

/** Hashes an access token. Only hashes are stored, so that nobody who can read the database can use a token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const PREFIX = "termbook_";
const CALLS = "/api/";
const BEARER = /^Bearer(?:\s+(.*))?$/i;
const USED_EVERY_SECONDS = 60;

/**
 * Creates an access token for a script. The token is shown only once, because the database stores only its hash.
 * @param secret 32 random bytes
 */
export function generateAccessToken(secret: Buffer): { token: string; hash: Buffer } {
  const token = PREFIX + secret.toString("base64url");
  return { token, hash: hashToken(token) };
}

/**
 * Returns the bearer token of an API request, valid or not. Returns null without a token, and for pages, which do not
 * accept tokens. A token alone authenticates its request: the cookie is ignored even if the token is wrong.
 */
export function readBearerToken(request: Request): string | null {
  if (!new URL(request.url).pathname.startsWith(CALLS)) return null;
  const found = BEARER.exec(request.headers.get("Authorization") ?? "");
  return found && (found[1] ?? "");
}

/** Finds the owner of a valid token. The time of its last use is updated at most once a minute. */
export async function findVisitByBearerToken(token: string): Promise<TokenVisitRow | null> {
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
