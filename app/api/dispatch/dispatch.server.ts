import { createHash } from "node:crypto";
import { findSignedInPerson, requireAccessForData } from "#access/require-access.server.ts";
import { shortenIpAddress } from "#access/caller.server.ts";
import { logFullListCall } from "#access/record-reads.server.ts";
import { readBearerToken } from "#access/bearer-token.server.ts";
import type { ListRequest } from "#domain/list/paging.ts";
import { withQuery } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { listStudentsChangedSince, type StudentChanges } from "#features/lookups/lists.server.ts";
import {
  forbidden,
  methodNotAllowed,
  notFound,
  errorHeaders,
  errorKind,
  errorStatus,
  UNEXPECTED_ERROR_MESSAGE,
} from "#runtime/errors.ts";
import { fileNameParameters } from "#runtime/file-name.ts";
import { log } from "#runtime/log.ts";
import { parseListRequest, filterSortAndPage, type ListQueryRules } from "./list.ts";
import type { Endpoint, CallContext, EndpointReply } from "./endpoint.ts";
import { API_ENDPOINTS } from "../index.ts";
import { readBody, parsePathParams, readQuery, findFieldErrors } from "./input.ts";
import { isOpenedInBrowser, renderRefusalPage } from "./refusal-page.ts";

const NO_SIGN_IN =
  "You cannot sign in or out with an access token. To stop a token from working, revoke it on your Profile page.";

/** Responds to an API call. Errors become responses too, because Remix would render a page for anything else. */
export async function dispatchApiCall(request: Request, surroundings: CallContext): Promise<Response> {
  const matched = listEndpointsAtPath(API_ENDPOINTS, new URL(request.url).pathname);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const found = matched.find(({ endpoint }) => endpoint.method === method);
  if (!found) return notAnswered(matched, request);
  const answer = await answerOf(found, request, surroundings);
  if (request.method === "HEAD") return withoutResponseBody(answer);
  const isDocument = found.endpoint.reply === null;
  return !answer.ok && isDocument && isOpenedInBrowser(request) ? renderRefusalPage(answer, request) : answer;
}

function answerOf(found: Matched, request: Request, surroundings: CallContext): Promise<Response> {
  return answerTo(found, request, surroundings).catch((error: unknown) =>
    buildErrorResponse(error, request, { endpoint: found.endpoint, isGone: surroundings.signal.aborted }),
  );
}

async function answerTo({ endpoint, params }: Matched, request: Request, surroundings: CallContext) {
  const person = await personAllowed(endpoint, request);
  const query = readQuery(endpoint, request);
  const call = {
    person,
    params: parsePathParams(endpoint, params),
    query,
    list: parseListRequest(query),
    body: await readBody(endpoint, request),
    request,
    surroundings,
  };
  if (endpoint.everybody && person) {
    const call = `${endpoint.method} ${endpoint.path}`;
    await logFullListCall(person, { call, address: shortenIpAddress(surroundings.ip) });
  }
  // The version is read before the rows, so that a change in between is reported twice rather than missed.
  const since = await sinceOf(endpoint, query);
  const { reply, headers } = listResponse(endpoint, await endpoint.answer(call), { ...call, since });
  checkReply(endpoint, reply);
  return buildReplyResponse(reply, request, { ...headers, ...cacheHeaders(person, request) });
}

async function sinceOf({ list }: Endpoint, query: { since?: string }): Promise<StudentChanges | null> {
  return list?.since ? listStudentsChangedSince(query.since, list.since.told) : null;
}

/** Checks that the caller may use the endpoint. @throws Unauthenticated or Forbidden */
function personAllowed({ access }: Endpoint, request: Request): Promise<Person | null> {
  if (access === "anyone" || access === "visitor") {
    if (readBearerToken(request) !== null && request.method === "POST") throw forbidden(NO_SIGN_IN);
    return findSignedInPerson(request);
  }
  return requireAccessForData(request, access);
}

function notAnswered(matched: readonly Matched[], request: Request): Response {
  if (matched.length === 0)
    return buildErrorResponse(notFound("This API call does not exist. Check the address."), request);
  const headers = { Allow: methodsOf(matched) };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  const refused = buildErrorResponse(methodNotAllowed(), request);
  refused.headers.set("Allow", headers.Allow);
  return refused;
}

type Matched = { endpoint: Endpoint; params: Record<string, string> };

/** Finds the endpoints with this path, one for each method. */
export function listEndpointsAtPath(endpoints: readonly Endpoint[], pathname: string): Matched[] {
  const parts = partsOf(pathname).map(decoded);
  return endpoints.flatMap((endpoint) => {
    const params = paramsOf(partsOf(endpoint.path), parts);
    return params ? [{ endpoint, params }] : [];
  });
}

/** Lists the allowed methods of an address for the `Allow` header of RFC 9110. */
function methodsOf(matched: readonly Matched[]): string {
  const methods = matched.flatMap(({ endpoint: { method } }) =>
    method === "GET" ? ["GET", "HEAD"] : [method],
  );
  return [...methods, "OPTIONS"].join(", ");
}

function paramsOf(pattern: string[], parts: (string | null)[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [place, wanted] of pattern.entries()) {
    const part = parts[place];
    if (part == null || part === "") return null;
    if (wanted.startsWith(":")) params[wanted.slice(1)] = part;
    else if (wanted !== part) return null;
  }
  return params;
}

function partsOf(path: string): string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

type Listing = { reply: EndpointReply<unknown>; headers: Record<string, string> };
type Asked = { list: ListRequest; request: Request; since: StudentChanges | null };

/**
 * Takes the requested page from a list and adds the list's headers. Replies are plain lists, so the total and the links
 * to other pages are in headers. A reply with `total` and `data` has the total in both places.
 */
function listResponse(endpoint: Endpoint, reply: EndpointReply<unknown>, call: Asked): Listing {
  if (!endpoint.list || reply.status !== 200 || !("body" in reply)) return { reply, headers: {} };
  const { body, total } = reply.total === undefined ? onPage(endpoint.list, reply.body, call.list) : reply;
  const links = linksOf(endpoint, call, total ?? 0);
  const { since } = call;
  const headers = {
    "X-Total-Count": String(total),
    ...(links && { Link: links }),
    ...(since && { "X-Version": since.version }),
  };
  return { reply: { ...reply, body: changedOf(endpoint.list, body, since), total: total ?? 0 }, headers };
}

/** Keeps only the rows of students with changed data. The total is not reduced, so that callers notice deletions. */
function changedOf({ since: rules }: ListQueryRules, body: unknown, since: StudentChanges | null): unknown {
  const changed = since?.changed;
  if (!rules || !changed) return body;
  const isChanged = (each: unknown) => changed.has(String((each as Record<string, unknown>)[rules.student]));
  if (Array.isArray(body)) return body.filter(isChanged);
  const { data, ...rest } = body as { data: unknown[] };
  return { ...rest, data: data.filter(isChanged) };
}

type Counted = { body: unknown; total: number };

function onPage(rules: ListQueryRules, body: unknown, call: ListRequest): Counted {
  if (Array.isArray(body)) {
    const { listed, total } = filterSortAndPage(body, call, rules);
    return { body: listed, total };
  }
  const { listed: data, total } = filterSortAndPage((body as { data: unknown[] }).data, call, rules);
  return { body: { ...(body as object), total, data }, total };
}

/** Builds the links to other pages (RFC 8288). They repeat the other query fields that the endpoint knows. */
function linksOf({ query }: Endpoint, { list: { page }, request }: Asked, total: number): string {
  if (!page) return "";
  const { number, rows } = page;
  const last = Math.max(1, Math.ceil(total / rows));
  const ways: readonly [string, number, boolean][] = [
    ["first", 1, number > 1],
    ["prev", Math.min(number - 1, last), number > 1],
    ["next", number + 1, number < last],
    ["last", last, number !== last],
  ];
  const { pathname, searchParams } = new URL(request.url);
  const known = Object.keys(query?.shape ?? {});
  const others = Object.fromEntries([...searchParams].filter(([name]) => known.includes(name)));
  return ways
    .filter(([, , isThere]) => isThere)
    .map(([way, to]) => `<${withQuery(pathname, { ...others, page: to, per_page: rows })}>; rel="${way}"`)
    .join(", ");
}

/** Forbids storing, because a shared cache could otherwise show one person's response to another person. */
const PRIVATE = { "Cache-Control": "no-store" };

/**
 * Builds the response for an endpoint's reply.
 * @param more additional headers. With a `Vary` header among them, the response gets an entity tag.
 */
function buildReplyResponse(
  reply: EndpointReply<unknown>,
  request: Request,
  more: Record<string, string> = {},
): Response {
  if ("document" in reply) return printedDocumentResponse(reply.document, request);
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
function buildErrorResponse(
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

function withoutResponseBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}

/** Throws in development and tests when a reply does not match the shape that the endpoint declares. */
function checkReply({ method, path, reply: shape }: Endpoint, reply: EndpointReply<unknown>): void {
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
export function printedDocumentResponse(
  { bytes, contentType, fileName }: Printed,
  request: Request,
): Response {
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
function cacheHeaders(person: Person | null, request: Request): Record<string, string> {
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
