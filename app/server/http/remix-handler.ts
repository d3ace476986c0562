import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler as RemixRequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { badRequest } from "#runtime/errors.ts";
import { getLimitedBody, rejectCutOffBody } from "./body-limit.ts";
import { createRouteHandler, hasPage } from "./possible-routes.ts";
import { setRetryAfter } from "./refusal.ts";
import { getRequestId } from "./request-id.ts";
import { isApiOrCsrfCall, escapeDataSuffix, withSingleSlashes } from "./request-path.ts";
import { getNonce, setHeadersByType } from "./security-headers.ts";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { OPEN_NEXT_PAGE_HEADER } from "#runtime/request-context.ts";

export type RemixBuild = ServerBuild | (() => Promise<ServerBuild>);

type Options = { build: RemixBuild; mode: "production" | "development"; publicUrl: string | undefined };

declare module "@remix-run/server-runtime" {
  // Declaration merging requires an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface AppLoadContext {
    /** The CSP nonce, without which no script of this page may run. */
    nonce: string;
    /** The id of the request, which the page, the header and the log contain. */
    requestId: string;
    /** The visitor's IP address. TRUST_PROXY decides which headers are trusted for it. */
    ip: string;
    /** True when cookies can be marked Secure. */
    secure: boolean;
    /**
     * Aborts when the visitor has disconnected or the response was sent. Use this signal rather than that of the
     * request: Remix passes on copies of the request, and the signal that a copy follows may be garbage collected.
     */
    signal: AbortSignal;
  }
}

const LISTENERS = 20;
const WHOLE = /^(text\/html|text\/x-script|application\/json)\b/;

/** Connects Remix to Express. Remix's own adapter ignores slow readers: a single stalled client used 424 MB. */
export function remixHandler({ build, mode, publicUrl }: Options): RequestHandler {
  const handlerOf = answering(build, mode);
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  const isPage = ({ url }: Request) =>
    typeof build !== "function" && hasPage(build.routes, new URL(url).pathname);
  return async (request, response, next) => {
    try {
      const context = loadContext(request, response, isHttps);
      const input = toFetch(request, response, { publicUrl, ...context });
      const answerTo = (asked: Request) => handlerOf(new URL(asked.url).pathname)(asked, context);
      const open = (asked: Request) => (isPage(asked) ? answerTo(asked) : null);
      const answer = await respondWithNextPage(await answerTo(input), input, { open, nonce: context.nonce });
      if (!rejectCutOffBody(request, response)) await send(answer, request, response);
    } catch (error) {
      next(error);
    }
  };
}

/** Returns the handler of an address. In development the build can change between requests. */
function answering(build: RemixBuild, mode: Options["mode"]): (pathname: string) => RemixRequestHandler {
  if (typeof build !== "function") return createRouteHandler(build, mode);
  const handle = createRequestHandler(build, mode);
  return () => handle;
}

function loadContext(
  request: ExpressRequest,
  response: ExpressResponse,
  publicIsHttps: boolean,
): AppLoadContext {
  return {
    nonce: getNonce(response),
    requestId: getRequestId(response),
    ip: request.ip ?? "",
    secure: publicIsHttps || request.secure,
    signal: whileOpen(response),
  };
}

function toFetch(
  request: ExpressRequest,
  response: ExpressResponse,
  { publicUrl, signal }: { publicUrl: string | undefined; signal: AbortSignal },
): Request {
  const url = addressOf(request, publicUrl);
  const body = getLimitedBody(request, response);
  return new Request(url, {
    // A HEAD request becomes GET, because Remix would otherwise discard the body without closing the file behind it.
    method: request.method === "HEAD" ? "GET" : request.method,
    headers: headersOf(request, url),
    signal,
    ...(body && { body: body as BodyInit, duplex: "half" }),
  });
}

function addressOf(request: ExpressRequest, publicUrl: string | undefined): URL {
  const base = publicUrl ?? `${request.protocol}://${request.headers.host ?? "localhost"}`;
  const path = isApiOrCsrfCall(request)
    ? withSingleSlashes(escapeDataSuffix(request))
    : escapeDataSuffix(request);
  if (!path.startsWith("/") || !URL.canParse(base + path)) throw badRequest();
  const url = new URL(base + path);
  // Old versions of Remix used this parameter, and Remix still logs a warning about it.
  if (url.searchParams.has("_data")) throw badRequest();
  return url;
}

/** Copies the headers and sets our own host, because Remix compares it with the origin and a proxy may change it. */
function headersOf(request: ExpressRequest, url: URL): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  headers.delete("x-forwarded-host");
  headers.set("host", url.host);
  return headers;
}

/** Builds the signal of a request. After the response it aborts too, which stops Remix's timer and frees memory. */
function whileOpen(response: ExpressResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}

async function send(answer: Response, request: ExpressRequest, response: ExpressResponse): Promise<void> {
  response.status(answer.status);
  setRetryAfter(response);
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  for (const cookie of answer.headers.getSetCookie()) response.appendHeader("Set-Cookie", cookie);
  if (answer.status === 405 && !answer.headers.has("Allow")) response.setHeader("Allow", "GET, HEAD");
  setHeadersByType(response, answer.headers);
  if (request.method === "HEAD") await answer.body?.cancel();
  if (answer.body === null || request.method === "HEAD") response.end();
  else if (isWhole(answer))
    endWith(compressed(Buffer.from(await answer.arrayBuffer()), request, response), response);
  else await stream(answer.body as ReadableStream<Uint8Array>, response);
}

/** Tells whether Remix has the whole response in memory, so that no stream is needed. */
function isWhole({ headers }: Response): boolean {
  return WHOLE.test(headers.get("Content-Type") ?? "");
}

function endWith(body: Buffer, response: ExpressResponse): void {
  response.setHeader("Content-Length", body.length);
  response.end(body);
}

function stream(body: ReadableStream<Uint8Array>, response: ExpressResponse): Promise<void> {
  // A pipeline adds six listeners, and Node would warn about fewer.
  response.setMaxListeners(LISTENERS);
  return pipeline(Readable.fromWeb(body), response);
}

const COMPRESSED_FROM = 1024;
const PARTIAL = 206;

/** Brotli level 4 with a window of 2^18 had the best ratio of size to time in a trial. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };

const ENCODINGS = {
  br: (body: Buffer) => brotliCompressSync(body, BROTLI),
  gzip: (body: Buffer) => gzipSync(body),
};

/**
 * Compresses a complete body at once, so that it is sent together with its headers. This takes 0.6 ms per page. A
 * stream on another thread would take half as long again.
 */
function compressed(body: Buffer, request: ExpressRequest, response: ExpressResponse): Buffer {
  response.vary("Accept-Encoding");
  // A part of a file must not be compressed, because its bytes have fixed positions in the file.
  if (body.length < COMPRESSED_FROM || response.statusCode === PARTIAL) return body;
  const encoding = (["br", "gzip"] as const).find((item) => request.acceptsEncodings(item));
  if (!encoding) return body;
  response.setHeader("Content-Encoding", encoding);
  return ENCODINGS[encoding](body);
}

const REDIRECT = 302;
const OK = 200;
/** The headers of the form's body. They are removed from the request for the next page, which has no body. */
const OF_BODY = ["content-type", "content-length", "content-encoding", "transfer-encoding", "origin"];

/**
 * Responds to a form with the page that its redirect leads to, if the route asks for this with the header
 * `X-Open-Next-Page`. This saves a round trip, which takes a long time on a slow line. The page's first script sets the
 * page's own address, so that a reload does not send the form again. A route may therefore ask only for browsers that
 * run scripts. For anything other than a page, the response is the redirect: `open` returns null then, so that a
 * document is not made twice.
 */
export async function respondWithNextPage(
  answer: Response,
  { url, headers, signal }: Request,
  { open, nonce }: { open: (request: Request) => Promise<Response> | null; nonce: string },
): Promise<Response> {
  if (!answer.headers.has(OPEN_NEXT_PAGE_HEADER)) return answer;
  const plain = new Response(answer.body, answer);
  plain.headers.delete(OPEN_NEXT_PAGE_HEADER);
  const next = new URL(plain.headers.get("Location") ?? url, url);
  if (plain.status !== REDIRECT || next.origin !== new URL(url).origin) return plain;
  const asked = new Headers(headers);
  for (const name of OF_BODY) asked.delete(name);
  asked.set("Cookie", cookiesAfter(headers.get("Cookie") ?? "", plain.headers.getSetCookie()));
  const page = await open(new Request(next, { headers: asked, signal }));
  if (!page) return plain;
  const isPage = page.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (page.status !== OK || !isPage) {
    await page.body?.cancel();
    return plain;
  }
  const named = withAddress(await page.text(), { address: next.pathname + next.search, nonce });
  const given = new Headers(page.headers);
  given.delete("Content-Length");
  given.delete("Set-Cookie");
  // The cookies keep the order of the two responses, because the page may change a cookie that the redirect has set.
  for (const cookie of [...plain.headers.getSetCookie(), ...page.headers.getSetCookie()])
    given.append("Set-Cookie", cookie);
  return new Response(named, { headers: given });
}

/** Returns the cookies that the browser would have sent with its next request. */
function cookiesAfter(sent: string, set: readonly string[]): string {
  const cookies = new Map(sent === "" ? [] : sent.split(/;\s*/).map(pairOf));
  for (const cookie of set) {
    const [name, value] = pairOf(cookie.split(";", 1)[0] ?? "");
    if (/;\s*max-age=0\b/i.test(cookie)) cookies.delete(name);
    else cookies.set(name, value);
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function pairOf(cookie: string): [string, string] {
  const [name = "", ...value] = cookie.split("=");
  return [name, value.join("=")];
}

/** The script removes itself, because React expects the head to be as rendered. */
function withAddress(html: string, { address, nonce }: { address: string; nonce: string }): string {
  const text = JSON.stringify(address).replaceAll("<", String.raw`\u003c`);
  const script = `history.replaceState(null,"",${text});document.currentScript.remove()`;
  return html.replace("<head>", () => `<head><script nonce="${nonce}">${script}</script>`);
}
