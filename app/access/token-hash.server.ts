import { createHash } from "node:crypto";

/** Hashes a token. The database has only the hash, so that nobody who reads its rows can sign in with them. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
