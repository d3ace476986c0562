import { headersOf, kindOf, statusOf, SURPRISE } from "#runtime/errors.ts";
import { fileNameParameters } from "#runtime/file-name.ts";
import { log } from "#runtime/log.ts";
import { hasAlready, tagOf } from "./conditional.ts";
import type { Endpoint, Reply } from "./endpoint.ts";
import { errorsOf } from "./input.ts";

/** No cache may store an answer for somebody else to see (design section 3). */
const PRIVATE = { "Cache-Control": "no-store" };

/**
 * What an endpoint answered, as a Response.
 * @param more headers of this answer; those of a person who reads say how it may be kept, and then it is tagged
 */
export function responseTo(
  reply: Reply<unknown>,
  request: Request,
  more: Record<string, string> = {},
): Response {
  if ("document" in reply) return documentOf(reply.document, request);
  const headers = new Headers({ ...PRIVATE, ...more });
  const cookies = "cookies" in reply ? reply.cookies : [];
  for (const cookie of cookies ?? []) headers.append("Set-Cookie", cookie);
  if ("retryAfterSeconds" in reply) headers.set("Retry-After", String(reply.retryAfterSeconds));
  if (reply.status === 204) return new Response(null, { status: 204, headers });
  return headers.has("Vary")
    ? taggedTo(request, reply, headers)
    : Response.json(reply.body, { status: reply.status, headers });
}

/** The answer was made before it is compared: who may not see it is refused first, whatever tag they bring. */
function taggedTo(
  request: Request,
  reply: Exclude<Reply<unknown>, { document: unknown } | { status: 204 }>,
  headers: Headers,
): Response {
  const text = JSON.stringify(reply.body);
  const tag = tagOf(text, reply);
  if (tag !== null) headers.set("ETag", tag);
  if (tag !== null && hasAlready(request, tag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "application/json");
  return new Response(text, { status: reply.status, headers });
}

/** What was thrown, as JSON. A surprise is logged; the caller learns nothing of it. */
export function responseToError(
  error: unknown,
  request: Request,
  { endpoint, isGone }: { endpoint?: Endpoint; isGone?: boolean } = {},
): Response {
  if (kindOf(error) === null) {
    // The log names the pattern, for the path may hold a user name. Who left half way is no fault of ours.
    const level = isGone ? "debug" : "error";
    log()[level]({ err: error, method: request.method, call: endpoint?.path }, "a call failed");
    return Response.json({ message: SURPRISE }, { status: 500, headers: PRIVATE });
  }
  const message = error instanceof Error ? error.message : "";
  const errors = errorsOf(error);
  const status = statusOf(error);
  const headers = {
    ...PRIVATE,
    ...headersOf(error),
    ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
  };
  return Response.json({ message, ...(errors && { errors }) }, { status, headers });
}

/** The same answer to a HEAD. */
export function withoutBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}

/** Under development and in tests an answer that has not its declared shape is a fault of ours. */
export function checkReply({ method, path, reply: shape }: Endpoint, reply: Reply<unknown>): void {
  if (process.env.NODE_ENV === "production" || reply.status !== 200 || !("body" in reply)) return;
  const checked = shape?.safeParse(reply.body);
  if (checked?.success) return;
  const paths = checked?.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [
    "no shape",
  ];
  throw new Error(`${method} ${path} does not answer what it declares: ${paths.join("; ")}`);
}

type Printed = Extract<Reply<unknown>, { document: unknown }>["document"];

function documentOf({ bytes, contentType, fileName }: Printed, request: Request): Response {
  const disposition = new URL(request.url).searchParams.get("download") === "1" ? "attachment" : "inline";
  const headers = {
    ...PRIVATE,
    "Content-Type": contentType,
    "Content-Length": String(bytes.byteLength),
    "Content-Disposition": `${disposition}; ${fileNameParameters(fileName)}`,
  };
  return new Response(new Uint8Array(bytes), { headers });
}
