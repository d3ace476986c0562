import type { Request, RequestHandler, Response } from "express";
import { ReadableStream } from "node:stream/web";
import { tooLarge } from "#runtime/errors.ts";
import { isUpload } from "./request-path.ts";
import { refuse } from "./refusal.ts";

const BODY_LIMIT = 256 * 1024;
const UPLOAD_LIMIT = 64 * 1024 * 1024;
/** A sender may go on this long with what nobody reads, so that it gets to read the answer. */
const LINGER_MS = 5000;
const WITHOUT_BODY = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

type Locals = { body?: Buffer; exceeded?: boolean };

/**
 * Remix reads a body without a limit, so it gets none that is too long (design 1). A form is taken in whole first; an
 * upload goes on as it comes, counted, since its declared length may be missing or a lie.
 */
export function bodyLimit(): RequestHandler {
  return async (request, response, next) => {
    if (WITHOUT_BODY.has(request.method)) return next();
    const limit = isUpload(request) ? UPLOAD_LIMIT : BODY_LIMIT;
    if (Number(request.headers["content-length"] ?? 0) > limit) return refuseBody(request, response);
    if (isUpload(request)) return next();
    try {
      locals(response).body = await whole(counted(request, response, limit));
    } catch (error) {
      return hasExceeded(response) ? refuseBody(request, response) : next(error);
    }
    next();
  };
}

/** What Remix reads as the request's body. */
export function bodyOf(request: Request, response: Response): Buffer | ReadableStream | null {
  if (WITHOUT_BODY.has(request.method)) return null;
  return locals(response).body ?? ReadableStream.from(counted(request, response, UPLOAD_LIMIT));
}

/** Whatever a route made of a body that broke off at the limit, the answer is 413. */
export function hasExceeded(response: Response): boolean {
  return locals(response).exceeded === true;
}

export function refuseBody(request: Request, response: Response): void {
  response.setHeader("Connection", "close");
  refuse(request, response, "tooLarge", "This is larger than can be taken at once.");
  // Closed with bytes unread, a connection resets, and the sender never sees why.
  request.resume();
  const impatience = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.once("close", () => clearTimeout(impatience));
}

async function* counted(request: Request, response: Response, limit: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) {
      locals(response).exceeded = true;
      throw tooLarge();
    }
    yield chunk;
  }
}

async function whole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

function locals(response: Response): Locals {
  return response.locals;
}
