import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import type { Readable } from "node:stream";
import { hasErrorCode, notFound } from "#runtime/errors.ts";
import { fileNameParameters } from "#runtime/file-name.ts";
import { ensureLocalFile } from "./store.server.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".png": "image/png",
  ".pdf": "application/pdf",
  ".doc": "application/msword",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** Up to this size in bytes, reading a file at once is cheaper than streaming it. */
const READ_AT_ONCE = 64 * 1024;

/**
 * Responds with a stored file or the requested part of it. The caller has already checked the person's access.
 * @param savedAs the download name, for a file that is always downloaded and never shown in a page
 * @throws NotFound when there is no such file
 */
export async function fileResponse(request: Request, name: string, savedAs?: string): Promise<Response> {
  const path = await ensureLocalFile(name);
  const headers = { ...headersOf(name), ...(savedAs !== undefined && attachmentHeaders(savedAs)) };
  const size = await sizeOf(path);
  return rangedResponse(request, { tag: `"${name}"`, size, headers, body: (range) => bodyOf(path, range) });
}

/**
 * The policy of an uploaded PDF on the screen. In the sandbox the file has no origin and runs no script, so that it
 * reads nothing of Termbook; the browser's own viewer can still show it.
 */
const SANDBOX_POLICY = "sandbox; default-src 'none'; frame-ancestors 'self'";

/** Responds with an uploaded PDF that a frame of our page may show. @throws NotFound when there is no such file */
export async function sandboxedPdfResponse(request: Request, name: string): Promise<Response> {
  const response = await fileResponse(request, name);
  response.headers.set("Content-Security-Policy", SANDBOX_POLICY);
  return response;
}

/** Responds with a picture that is encoded only if the browser does not have it already. */
export async function encodedPictureResponse(
  request: Request,
  { tag, encode }: { tag: string; encode: () => Promise<Buffer> },
): Promise<Response> {
  const headers = { "Cache-Control": "private, no-cache", "Content-Type": "image/jpeg" };
  if (hasMatchingETag(request, tag))
    return new Response(null, { status: 304, headers: { ...headers, ETag: tag } });
  const bytes = await encode();
  return rangedResponse(request, {
    tag,
    size: bytes.length,
    headers,
    body: ({ start, end }) => Promise.resolve(new Uint8Array(bytes.subarray(start, end + 1))),
  });
}

type Whole = {
  tag: string;
  size: number;
  headers: Record<string, string>;
  body: (range: ByteRange) => Promise<BodyInit>;
};

/** Responds with the whole file, with the requested part, or with 304 when the browser already has it. */
export async function rangedResponse(
  request: Request,
  { tag, size, headers: own, body }: Whole,
): Promise<Response> {
  const headers = { ...own, "X-Content-Type-Options": "nosniff", "Accept-Ranges": "bytes", ETag: tag };
  if (hasMatchingETag(request, tag)) return new Response(null, { status: 304, headers });
  const range = requestedRange(request, { tag, size });
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  }
  if (range === null) return sent(await body({ start: 0, end: size - 1 }), { headers, length: size });
  const { start, end } = range;
  const part = { ...headers, "Content-Range": `bytes ${start}-${end}/${size}` };
  return sent(await body(range), { headers: part, length: end - start + 1, status: 206 });
}

/**
 * The browser must ask the server each time, so that files are not shown after signing out or to another account. Files
 * never change under their name, so the response is only a few bytes when the browser has the file already.
 */
function headersOf(name: string): Record<string, string> {
  return {
    "Cache-Control": "private, no-cache",
    "Content-Type": MEDIA_TYPES[extname(name)] ?? "application/octet-stream",
  };
}

export function attachmentHeaders(savedAs: string): Record<string, string> {
  return { "Content-Disposition": `attachment; ${fileNameParameters(savedAs)}` };
}

/** Tells whether the browser has the file with this tag. */
export function hasMatchingETag(request: Request, tag: string): boolean {
  const known = request.headers.get("If-None-Match") ?? "";
  return known.split(",").some((item) => item.trim().replace(/^W\//, "") === tag);
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) throw notFound();
    throw error;
  }
}

async function bodyOf(path: string, { start, end }: ByteRange): Promise<BodyInit> {
  if (end - start >= READ_AT_ONCE) return toWebStream(createReadStream(path, { start, end }));
  const content = await readFile(path);
  return content.subarray(start, end + 1);
}

type Answer = { headers: Record<string, string>; length: number; status?: number };

function sent(body: BodyInit, { headers, length, status = 200 }: Answer): Response {
  return new Response(body, { status, headers: { ...headers, "Content-Length": String(length) } });
}

export type ByteRange = { start: number; end: number };

/**
 * Returns the part of a file that a request asks for, both ends included. Returns null for the whole file, and also
 * when several parts are requested, or when the browser has another version of the file.
 */
export function requestedRange(
  request: Request,
  { tag, size }: { tag: string; size: number },
): ByteRange | "unsatisfiable" | null {
  const wanted = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("Range")?.trim() ?? "");
  const condition = request.headers.get("If-Range");
  if (!wanted || (condition !== null && condition !== tag)) return null;
  const [, first = "", last = ""] = wanted;
  if (first === "") return last === "" ? null : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start < size ? { start, end } : "unsatisfiable";
}

function lastBytes(count: number, size: number): ByteRange | "unsatisfiable" {
  if (count === 0) return "unsatisfiable";
  return { start: Math.max(0, size - count), end: size - 1 };
}

/**
 * Converts a Node stream for a Response: it is read on demand, and closed when the client stops reading. Node's
 * `Readable.toWeb` reads ahead, and cancelling it at the wrong moment ends the whole process.
 */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // The error is ignored here, because the code that reads the stream receives it too.
  source.on("error", () => {});
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}
