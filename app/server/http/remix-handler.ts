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
import { bodyOf, rejectCutOffBody } from "./body-limit.ts";
import { handlerOfRoutes } from "./possible-routes.ts";
import { setRetryAfter } from "./refusal.ts";
import { requestIdOf } from "./request-id.ts";
import { isCall, withoutDataSuffix, withSingleSlashes } from "./request-path.ts";
import { nonceOf, suitHeaders } from "./security-headers.ts";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type Build = ServerBuild | (() => Promise<ServerBuild>);

type Options = { build: Build; mode: "production" | "development"; publicUrl: string | undefined };

declare module "@remix-run/server-runtime" {
  // Declaration merging requires an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface AppLoadContext {
    /** Allows the scripts of this one page, and no others. */
    nonce: string;
    /** Identifies the request in page, header and log. */
    requestId: string;
    /** The visitor's address, as far as TRUST_PROXY allows it to be trusted. */
    ip: string;
    /** Cookies can be marked Secure. */
    secure: boolean;
    /**
     * Aborted when the visitor has gone or the response was sent. Use this rather than the request's own signal:
     * Remix passes on copies of the request, and the signal that a copy follows may be garbage collected.
     */
    signal: AbortSignal;
  }
}

const LISTENERS = 20;
const WHOLE = /^(text\/html|text\/x-script|application\/json)\b/;

/** Connects Remix to Express. Remix's own adapter does not wait for the client, and a stalled one held 424 MB. */
export function remixHandler({ build, mode, publicUrl }: Options): RequestHandler {
  const handlerOf = answering(build, mode);
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  return async (request, response, next) => {
    try {
      const context = loadContext(request, response, isHttps);
      const input = toFetch(request, response, { publicUrl, ...context });
      const answer = await handlerOf(new URL(input.url).pathname)(input, context);
      if (!rejectCutOffBody(request, response)) await send(answer, request, response);
    } catch (error) {
      next(error);
    }
  };
}

/** In development the build changes between requests. */
function answering(build: Build, mode: Options["mode"]): (pathname: string) => RemixRequestHandler {
  if (typeof build !== "function") return handlerOfRoutes(build, mode);
  const handle = createRequestHandler(build, mode);
  return () => handle;
}

function loadContext(
  request: ExpressRequest,
  response: ExpressResponse,
  publicIsHttps: boolean,
): AppLoadContext {
  return {
    nonce: nonceOf(response),
    requestId: requestIdOf(response),
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
  const body = bodyOf(request, response);
  return new Request(url, {
    // For a HEAD request Remix discards the body without closing it, and with it the file that it is read from.
    method: request.method === "HEAD" ? "GET" : request.method,
    headers: headersOf(request, url),
    signal,
    ...(body && { body: body as BodyInit, duplex: "half" }),
  });
}

function addressOf(request: ExpressRequest, publicUrl: string | undefined): URL {
  const base = publicUrl ?? `${request.protocol}://${request.headers.host ?? "localhost"}`;
  const path = isCall(request) ? withSingleSlashes(withoutDataSuffix(request)) : withoutDataSuffix(request);
  if (!path.startsWith("/") || !URL.canParse(base + path)) throw badRequest();
  const url = new URL(base + path);
  // A parameter of older versions of Remix, which still logs a warning about it.
  if (url.searchParams.has("_data")) throw badRequest();
  return url;
}

/** The origin was checked; Remix compares it once more, with a host that a proxy in between may have changed. */
function headersOf(request: ExpressRequest, url: URL): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  headers.delete("x-forwarded-host");
  headers.set("host", url.host);
  return headers;
}

/** Builds the signal, and aborts it after the response to end Remix's timer and data for the request. */
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
  suitHeaders(response, answer.headers);
  if (request.method === "HEAD") await answer.body?.cancel();
  if (answer.body === null || request.method === "HEAD") response.end();
  else if (isWhole(answer))
    endWith(compressed(Buffer.from(await answer.arrayBuffer()), request, response), response);
  else await stream(answer.body as ReadableStream<Uint8Array>, response);
}

/** A response that Remix has completely in memory needs no stream. */
function isWhole({ headers }: Response): boolean {
  return WHOLE.test(headers.get("Content-Type") ?? "");
}

function endWith(body: Buffer, response: ExpressResponse): void {
  response.setHeader("Content-Length", body.length);
  response.end(body);
}

function stream(body: ReadableStream<Uint8Array>, response: ExpressResponse): Promise<void> {
  // The pipeline alone adds six listeners for the end, more than Node's default warning allows.
  response.setMaxListeners(LISTENERS);
  return pipeline(Readable.fromWeb(body), response);
}

const COMPRESSED_FROM = 1024;
const PARTIAL = 206;

/** Brotli 4 with a window of 2^18: the best bytes for a millisecond that a trial found. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };

const ENCODINGS = {
  br: (body: Buffer) => brotliCompressSync(body, BROTLI),
  gzip: (body: Buffer) => gzipSync(body),
};

/**
 * A text that is whole, as the browser takes it. At once and in one piece, which goes out with its headers in one write:
 * a page takes 0.6 ms, and by a stream on another thread half as much again.
 */
function compressed(body: Buffer, request: ExpressRequest, response: ExpressResponse): Buffer {
  response.vary("Accept-Encoding");
  // A part of a file must stay the bytes it is.
  if (body.length < COMPRESSED_FROM || response.statusCode === PARTIAL) return body;
  const encoding = (["br", "gzip"] as const).find((item) => request.acceptsEncodings(item));
  if (!encoding) return body;
  response.setHeader("Content-Encoding", encoding);
  return ENCODINGS[encoding](body);
}
