import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { badRequest, methodNotAllowed } from "#runtime/errors.ts";
import { bodyOf, hasExceeded, refuseBody } from "./body-limit.ts";
import { withoutDataSuffix } from "./request-path.ts";
import { nonceOf, policyFor } from "./security-headers.ts";

export type Build = ServerBuild | (() => Promise<ServerBuild>);

type Options = { build: Build; mode: "production" | "development"; publicUrl: string | undefined };

declare module "@remix-run/server-runtime" {
  // Declaration merging takes an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface AppLoadContext {
    /** Allows the scripts of this one page, and no others. */
    nonce: string;
    /** The visitor's address, as far as TRUST_PROXY lets it be believed. */
    ip: string;
    /** Whether cookies can be marked Secure. */
    secure: boolean;
  }
}

const LISTENERS = 20;
/** No Request can be made of these, and a visitor should not be able to cause an error in the log. */
const NOT_OF_FETCH = new Set(["TRACE"]);
const WHOLE = /^(text\/html|text\/x-script|application\/json)\b/;

/** Remix's own Express adapter writes without waiting for the client: a stalled one held 424 MB (design 1). */
export function remixHandler({ build, mode, publicUrl }: Options): RequestHandler {
  const handle = createRequestHandler(build, mode);
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  return async (request, response, next) => {
    try {
      const answer = await handle(
        toFetch(request, response, publicUrl),
        loadContext(request, response, isHttps),
      );
      if (hasExceeded(response)) return refuseBody(request, response);
      await send(answer, response);
    } catch (error) {
      next(error);
    }
  };
}

function loadContext(
  request: ExpressRequest,
  response: ExpressResponse,
  publicIsHttps: boolean,
): AppLoadContext {
  return {
    nonce: nonceOf(response),
    ip: request.ip ?? "",
    secure: publicIsHttps || request.secure,
  };
}

function toFetch(request: ExpressRequest, response: ExpressResponse, publicUrl: string | undefined): Request {
  if (NOT_OF_FETCH.has(request.method)) throw methodNotAllowed();
  const url = addressOf(request, publicUrl);
  const body = bodyOf(request, response);
  return new Request(url, {
    method: request.method,
    headers: headersOf(request, url),
    signal: whileOpen(response),
    ...(body && { body: body as BodyInit, duplex: "half" }),
  });
}

function addressOf(request: ExpressRequest, publicUrl: string | undefined): URL {
  const base = publicUrl ?? `${request.protocol}://${request.headers.host ?? "localhost"}`;
  const path = withoutDataSuffix(request);
  if (!path.startsWith("/") || !URL.canParse(base + path)) throw badRequest();
  return new URL(base + path);
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

/** Also ends what Remix keeps for a request, a timer and with it the data, when the answer is out. */
function whileOpen(response: ExpressResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  return controller.signal;
}

async function send(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  for (const cookie of answer.headers.getSetCookie()) response.appendHeader("Set-Cookie", cookie);
  const policy = policyFor(answer.headers.get("Content-Type"));
  if (policy && !answer.headers.has("Content-Security-Policy")) {
    response.setHeader("Content-Security-Policy", policy);
  }
  if (answer.body === null) response.end();
  else if (isWhole(answer)) endWith(Buffer.from(await answer.arrayBuffer()), response);
  else await stream(answer.body as ReadableStream<Uint8Array>, response);
}

/** What Remix has in memory already needs no stream, and is not compressed when it is short. */
function isWhole({ headers }: Response): boolean {
  return WHOLE.test(headers.get("Content-Type") ?? "");
}

function endWith(body: Buffer, response: ExpressResponse): void {
  response.setHeader("Content-Length", body.length);
  response.end(body);
}

function stream(body: ReadableStream<Uint8Array>, response: ExpressResponse): Promise<void> {
  // The pipeline alone listens six times for the end; more than Node expects of an honest program.
  response.setMaxListeners(LISTENERS);
  return pipeline(Readable.fromWeb(body), response);
}
