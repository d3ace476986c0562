import type { Request, RequestHandler, Response } from "express";
import { ReadableStream } from "node:stream/web";
import { tooLarge, tooSlow, unsupportedMedia, type ExpectedError } from "#runtime/errors.ts";
import { isLargeUpload, isUpload } from "./request-path.ts";
import { refuse } from "./refusal.ts";

const BODY_LIMIT = 256 * 1024;
const UPLOAD_LIMIT = 64 * 1024 * 1024;
const LARGE_UPLOAD_LIMIT = 256 * 1024 * 1024;
/** For a form as a whole, and for each piece of an upload: 256 KB at 35 kbit/s. Who sends slower holds us for nothing. */
const PATIENCE_MS = 60_000;
/** A sender may go on this long with what nobody reads, so that it gets to read the answer. */
const LINGER_MS = 5000;
const PACKED = "Send this as it is: what is packed (Content-Encoding) is not taken.";
const WITHOUT_BODY = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

type Locals = { body?: Buffer; brokenOff?: ExpectedError };

/**
 * Remix reads a body without a limit, so it gets none that is too long (design 1). A form is taken in whole first; an
 * upload goes on as it comes, counted, since its declared length may be missing or a lie.
 */
export function bodyLimit(): RequestHandler {
  return async (request, response, next) => {
    if (WITHOUT_BODY.has(request.method)) return next();
    if (isPacked(request)) return refuseBody(request, response, unsupportedMedia(PACKED));
    const limit = limitOf(request);
    if (Number(request.headers["content-length"] ?? 0) > limit) {
      return refuseBody(request, response, tooLarge());
    }
    if (isUpload(request)) return next();
    try {
      locals(response).body = await whole(request, response);
    } catch (error) {
      return refuseBrokenOff(request, response) || next(error);
    }
    next();
  };
}

/** Nothing here unpacks: a few bytes could become more than is taken. */
function isPacked({ headers }: Request): boolean {
  return !["", "identity"].includes((headers["content-encoding"] ?? "").toLowerCase());
}

/** What Remix reads as the request's body. */
export function bodyOf(request: Request, response: Response): Buffer | ReadableStream | null {
  if (WITHOUT_BODY.has(request.method)) return null;
  const upload = { limit: limitOf(request), patience: () => PATIENCE_MS };
  return locals(response).body ?? ReadableStream.from(counted(request, response, upload));
}

/** Whatever a route made of a body that was broken off, the answer says why it was. @returns whether it was */
export function refuseBrokenOff(request: Request, response: Response): boolean {
  const { brokenOff } = locals(response);
  if (brokenOff) refuseBody(request, response, brokenOff);
  return brokenOff !== undefined;
}

function limitOf(request: Request): number {
  if (isLargeUpload(request)) return LARGE_UPLOAD_LIMIT;
  return isUpload(request) ? UPLOAD_LIMIT : BODY_LIMIT;
}

function refuseBody(request: Request, response: Response, { kind, message }: ExpectedError): void {
  response.setHeader("Connection", "close");
  refuse(request, response, kind, message);
  // Closed with bytes unread, a connection resets, and the sender never sees why.
  request.resume();
  const impatience = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.once("close", () => clearTimeout(impatience));
}

async function whole(request: Request, response: Response): Promise<Buffer> {
  const until = Date.now() + PATIENCE_MS;
  const form = { limit: BODY_LIMIT, patience: () => until - Date.now() };
  const parts: Buffer[] = [];
  for await (const chunk of counted(request, response, form)) parts.push(chunk);
  return Buffer.concat(parts);
}

type Limits = {
  limit: number;
  /** How long the next piece may take, in ms. */
  patience: () => number;
};

async function* counted(
  request: Request,
  response: Response,
  { limit, patience }: Limits,
): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let length = 0;
  for (;;) {
    const next = await within(patience(), chunks.next());
    if (next === null) throw (locals(response).brokenOff = tooSlow());
    if (next.done) return;
    length += next.value.length;
    if (length > limit) throw (locals(response).brokenOff = tooLarge());
    yield next.value;
  }
}

/** @returns null when the work takes longer */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function locals(response: Response): Locals {
  return response.locals;
}
