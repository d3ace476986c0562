import { createHash } from "node:crypto";
import type { Person } from "#domain/person.ts";
import type { Reply } from "./endpoint.ts";

const READING = new Set(["GET", "HEAD"]);

/** What an answer depends on beside its address, whoever keeps it. */
const VARIES = "Accept-Encoding, Authorization, Cookie";
const ETAG_LENGTH = 22;

/**
 * How an answer may be kept. A script keeps what it was told and asks again whether it still holds. A session's browser
 * keeps nothing: no child's data stays on a shared computer (design sections 3 and 8); who remembers an answer otherwise
 * may ask by its tag all the same.
 */
export function keepingOf(person: Person | null, request: Request): Record<string, string> {
  if (!READING.has(request.method) || !person) return {};
  const isScript = person.sessionId === null;
  return { Vary: VARIES, ...(isScript && { "Cache-Control": "private, no-cache" }) };
}

/**
 * The tag of what is answered: weak, for the same answer goes out packed or not. The total counts too: a page may stay as
 * it is while the list grows. Answers that set a cookie have none.
 */
export function tagOf(text: string, reply: Reply<unknown>): string | null {
  if (reply.status !== 200 || !("body" in reply) || reply.cookies !== undefined) return null;
  const hash = createHash("sha256")
    .update(`${reply.total ?? ""}\n`)
    .update(text);
  return `W/"${hash.digest("base64url").slice(0, ETAG_LENGTH)}"`;
}

/** The caller has this answer already; weakly compared, as RFC 9110 has it for `If-None-Match`. */
export function hasAlready({ method, headers }: Request, tag: string): boolean {
  const asked = headers.get("If-None-Match");
  if (asked === null || !READING.has(method)) return false;
  return asked.trim() === "*" || asked.split(",").some((each) => plainTag(each) === plainTag(tag));
}

function plainTag(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
