import { createHash } from "node:crypto";
import type { Person } from "#domain/person.ts";
import { errorHeaders, errorKind, errorStatus, UNEXPECTED_ERROR_MESSAGE } from "#runtime/errors.ts";
import { fileNameParameters } from "#runtime/file-name.ts";
import { log } from "#runtime/log.ts";
import type { Endpoint, EndpointReply } from "./endpoint.ts";
import { findFieldErrors } from "./input.ts";

/** Forbids storing, because a shared cache could otherwise show one person's response to another person. */
const PRIVATE = { "Cache-Control": "no-store" };

/**
 * Builds the response for an endpoint's reply.
 * @param more additional headers. With a `Vary` header among them, the response gets an entity tag.
 */
export function buildReplyResponse(
  reply: EndpointReply<unknown>,
  request: Request,
  more: Record<string, string> = {},
): Response {
  if ("document" in reply) return documentResponse(reply.document, request);
  const headers = new Headers({ ...PRIVATE, ...more });
  const cookies = "cookies" in reply ? reply.cookies : [];
  for (const cookie of cookies ?? []) headers.append("Set-Cookie", cookie);
  if ("retryAfterSeconds" in reply) headers.set("Retry-After", String(reply.retryAfterSeconds));
  if (reply.status === 204) return new Response(null, { status: 204, headers });
  return headers.has("Vary")
    ? taggedTo(request, reply, headers)
    : Response.json(reply.body, { status: reply.status, headers });
}

/**
 * Builds a response with an entity tag, or 304 without a body when the caller already has the response. The endpoint
 * runs before tags are compared, so a caller without access is rejected whatever tag they send.
 */
function taggedTo(
  request: Request,
  reply: Exclude<EndpointReply<unknown>, { document: unknown } | { status: 204 }>,
  headers: Headers,
): Response {
  const text = JSON.stringify(reply.body);
  const tag = tagOf(text, reply);
  if (tag !== null) headers.set("ETag", tag);
  if (tag !== null && hasAlready(request, tag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "application/json");
  return new Response(text, { status: reply.status, headers });
}

/** Builds a JSON response for an error. An unexpected error is logged, and the caller does not see its details. */
export function buildErrorResponse(
  error: unknown,
  request: Request,
  { endpoint, isGone }: { endpoint?: Endpoint; isGone?: boolean } = {},
): Response {
  if (errorKind(error) === null) {
    // The log gets the route's pattern, because the path may contain a user name. Callers who disconnect are no fault
    // of ours.
    const level = isGone ? "debug" : "error";
    log()[level]({ err: error, method: request.method, call: endpoint?.path }, "a call failed");
    return Response.json({ message: UNEXPECTED_ERROR_MESSAGE }, { status: 500, headers: PRIVATE });
  }
  const message = error instanceof Error ? error.message : "";
  const errors = findFieldErrors(error);
  const status = errorStatus(error);
  const headers = {
    ...PRIVATE,
    ...errorHeaders(error),
    ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
  };
  return Response.json({ message, ...(errors && { errors }) }, { status, headers });
}

export function withoutResponseBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}

/** Throws in development and tests when a reply does not match the shape that the endpoint declares. */
export function checkReply({ method, path, reply: shape }: Endpoint, reply: EndpointReply<unknown>): void {
  if (process.env.NODE_ENV === "production" || reply.status !== 200 || !("body" in reply)) return;
  const checked = shape?.safeParse(reply.body);
  if (checked?.success) return;
  const paths = checked?.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [
    "no shape",
  ];
  throw new Error(`${method} ${path} does not return what it declares: ${paths.join("; ")}`);
}

type Printed = Extract<EndpointReply<unknown>, { document: unknown }>["document"];

/** Builds the response with a printed document. The browser shows the document, or saves it with `download=1`. */
export function documentResponse({ bytes, contentType, fileName }: Printed, request: Request): Response {
  const disposition = new URL(request.url).searchParams.get("download") === "1" ? "attachment" : "inline";
  const headers = {
    ...PRIVATE,
    "Content-Type": contentType,
    "Content-Length": String(bytes.byteLength),
    "Content-Disposition": `${disposition}; ${fileNameParameters(fileName)}`,
  };
  return new Response(new Uint8Array(bytes), { headers });
}

const READING = new Set(["GET", "HEAD"]);

/** The request headers that change the response, for the `Vary` header. */
const VARIES = "Accept-Encoding, Authorization, Cookie";
const ETAG_LENGTH = 22;

/**
 * Returns the caching headers of a response. A script may store a response and use it again after comparing entity
 * tags. A browser session must store nothing, so that no student's data stays on a shared computer.
 */
export function cacheHeaders(person: Person | null, request: Request): Record<string, string> {
  if (!READING.has(request.method) || !person) return {};
  const isScript = person.sessionId === null;
  return { Vary: VARIES, ...(isScript && { "Cache-Control": "private, no-cache" }) };
}

/**
 * Calculates the entity tag of a reply, or null for an error or a response that sets a cookie. The tag is weak, because
 * the response may be compressed or not. The total is included, because a list can grow while the page stays the same.
 */
function tagOf(text: string, reply: EndpointReply<unknown>): string | null {
  if (reply.status !== 200 || !("body" in reply) || reply.cookies !== undefined) return null;
  const hash = createHash("sha256")
    .update(`${reply.total ?? ""}\n`)
    .update(text);
  return `W/"${hash.digest("base64url").slice(0, ETAG_LENGTH)}"`;
}

/** Tells whether the caller already has this response, by the weak comparison of RFC 9110 for `If-None-Match`. */
function hasAlready({ method, headers }: Request, tag: string): boolean {
  const call = headers.get("If-None-Match");
  if (call === null || !READING.has(method)) return false;
  return call.trim() === "*" || call.split(",").some((item) => plainTag(item) === plainTag(tag));
}

function plainTag(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
