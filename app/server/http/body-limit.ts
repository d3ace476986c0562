import type { Request, RequestHandler, Response } from "express";
import { ReadableStream } from "node:stream/web";
import { tooLarge, tooSlow, unsupportedMedia, type ExpectedError } from "#runtime/errors.ts";
import { isLargeUpload, isUploadRequest } from "./request-path.ts";
import { rejectRequest } from "./refusal.ts";

const BODY_LIMIT = 256 * 1024;
const UPLOAD_LIMIT = 64 * 1024 * 1024;
const LARGE_UPLOAD_LIMIT = 256 * 1024 * 1024;
/**
 * The time limit for a form, for each piece of an upload, and for a body that is read only to be ignored: 256 KB at
 * 35 kbit/s. Slower senders are cut off.
 */
const PATIENCE_MS = 60_000;
const PACKED = "Send the request uncompressed: a Content-Encoding is not accepted.";
const WITHOUT_BODY = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

type Locals = { body?: Buffer; brokenOff?: ExpectedError };

/**
 * Limits request bodies, because Remix reads a body without a limit. A form is read completely first. An upload is
 * passed on as it arrives, and its bytes are counted, because its declared length may be missing or wrong.
 */
export function limitRequestBody(): RequestHandler {
  return async (request, response, next) => {
    if (WITHOUT_BODY.has(request.method)) return next();
    if (isPacked(request)) return refuseBody(request, response, unsupportedMedia(PACKED));
    const limit = limitOf(request);
    if (Number(request.headers["content-length"] ?? 0) > limit) {
      return refuseBody(request, response, tooLarge());
    }
    if (isUploadRequest(request)) return next();
    try {
      locals(response).body = await whole(request, response);
    } catch (error) {
      return rejectCutOffBody(request, response) || next(error);
    }
    next();
  };
}

/** Tells whether the body is compressed. Such a body is rejected, because a few bytes could expand beyond the limit. */
function isPacked({ headers }: Request): boolean {
  return !["", "identity"].includes((headers["content-encoding"] ?? "").toLowerCase());
}

export function getLimitedBody(request: Request, response: Response): Buffer | ReadableStream | null {
  if (WITHOUT_BODY.has(request.method)) return null;
  const upload = { limit: limitOf(request), patience: () => PATIENCE_MS };
  return locals(response).body ?? ReadableStream.from(counted(request, response, upload));
}

/** Sends the reason in place of the route's response if the body was cut off. Returns whether it was cut off. */
export function rejectCutOffBody(request: Request, response: Response): boolean {
  const { brokenOff } = locals(response);
  if (brokenOff) refuseBody(request, response, brokenOff);
  return brokenOff !== undefined;
}

function limitOf(request: Request): number {
  if (isLargeUpload(request)) return LARGE_UPLOAD_LIMIT;
  return isUploadRequest(request) ? UPLOAD_LIMIT : BODY_LIMIT;
}

function refuseBody(request: Request, response: Response, { kind, message }: ExpectedError): void {
  response.setHeader("Connection", "close");
  closeAfterBody(request);
  rejectRequest(request, response, kind, message);
  // The iterator of `counted` still listens for `readable`, and a stream does not flow while it has such a listener.
  request.removeAllListeners("readable");
  request.resume();
}

/**
 * Closes the connection only when the rest of the body has been read. Node would close it with the response, but a
 * connection closed with unread bytes is reset, and the sender then never sees the reason.
 */
function closeAfterBody(request: Request): void {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => void (request.complete ? close() : request.once("end", close));
  const impatience = setTimeout(() => socket.destroy(), PATIENCE_MS);
  socket.once("close", () => clearTimeout(impatience));
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
  /** Returns the time in milliseconds within which the next piece must arrive. */
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

/** Returns the result of the work, or null if it takes longer. */
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
