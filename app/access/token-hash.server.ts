import { createHash } from "node:crypto";

/** The database holds only the hash of a token: nobody who reads its rows can sign in with them. */
export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
