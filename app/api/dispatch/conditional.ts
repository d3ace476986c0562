import { createHash } from "node:crypto";
import type { Person } from "#domain/person.ts";
import type { Reply } from "./endpoint.ts";

const READING = new Set(["GET", "HEAD"]);

/** The request headers that a response depends on, besides its address. */
const VARIES = "Accept-Encoding, Authorization, Cookie";
const ETAG_LENGTH = 22;

/**
 * Says how a response may be stored. A script may store it and ask whether it is still current. A session's browser
 * stores nothing, so that no student's data stays on a shared computer; it can still send a tag that it remembers.
 */
export function keepingOf(person: Person | null, request: Request): Record<string, string> {
  if (!READING.has(request.method) || !person) return {};
  const isScript = person.sessionId === null;
  return { Vary: VARIES, ...(isScript && { "Cache-Control": "private, no-cache" }) };
}

/**
 * Calculates the entity tag of a reply. The tag is weak, because the response may be compressed or not. The total
 * counts too: a page may stay the same while the list grows. A response that sets a cookie has no tag.
 */
export function tagOf(text: string, reply: Reply<unknown>): string | null {
  if (reply.status !== 200 || !("body" in reply) || reply.cookies !== undefined) return null;
  const hash = createHash("sha256")
    .update(`${reply.total ?? ""}\n`)
    .update(text);
  return `W/"${hash.digest("base64url").slice(0, ETAG_LENGTH)}"`;
}

/** Tells whether the caller has this response already, by the weak comparison of RFC 9110 for `If-None-Match`. */
export function hasAlready({ method, headers }: Request, tag: string): boolean {
  const call = headers.get("If-None-Match");
  if (call === null || !READING.has(method)) return false;
  return call.trim() === "*" || call.split(",").some((item) => plainTag(item) === plainTag(tag));
}

function plainTag(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
