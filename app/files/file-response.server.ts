import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { hasCode, notFound } from "#runtime/errors.ts";
import { requestedRange, type ByteRange } from "./requested-range.ts";
import { pathOf } from "./store.server.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".png": "image/png",
  ".pdf": "application/pdf",
};

/** Up to this size reading at once is cheaper than a stream: a sheet shows 35 small pictures. */
const READ_AT_ONCE = 64 * 1024;

/**
 * How long its reader may show a file without asking again. What is stored under a name never changes, so that asking
 * again costs no more than a few bytes; but it is answered to whoever is signed in by then.
 */
const KEPT = {
  "for a year": "private, max-age=31536000, immutable",
  "while asked for": "private, no-cache",
} as const;

/** Answers with a stored file or the part asked for, to a person whose access was checked before. @throws notFound */
export async function fileResponse(
  request: Request,
  name: string,
  kept: keyof typeof KEPT = "for a year",
): Promise<Response> {
  const path = pathOf(name);
  const size = await sizeOf(path);
  const tag = `"${name}"`;
  const headers = { ...headersOf(name, tag), "Cache-Control": KEPT[kept] };
  if (isKnown(request, tag)) return new Response(null, { status: 304, headers });
  const range = requestedRange(request, { tag, size });
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  }
  if (range === null) return sent(await bodyOf(path, { start: 0, end: size - 1 }), { headers, length: size });
  const { start, end } = range;
  const part = { ...headers, "Content-Range": `bytes ${start}-${end}/${size}` };
  return sent(await bodyOf(path, range), { headers: part, length: end - start + 1, status: 206 });
}

function headersOf(name: string, tag: string): Record<string, string> {
  return {
    "Content-Type": MEDIA_TYPES[extname(name)] ?? "application/octet-stream",
    "X-Content-Type-Options": "nosniff",
    "Accept-Ranges": "bytes",
    ETag: tag,
  };
}

function isKnown(request: Request, tag: string): boolean {
  const known = request.headers.get("If-None-Match") ?? "";
  return known.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, "ENOENT")) throw notFound();
    throw error;
  }
}

async function bodyOf(path: string, { start, end }: ByteRange): Promise<BodyInit> {
  if (end - start >= READ_AT_ONCE)
    return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream;
  const content = await readFile(path);
  return content.subarray(start, end + 1);
}

type Answer = { headers: Record<string, string>; length: number; status?: number };

function sent(body: BodyInit, { headers, length, status = 200 }: Answer): Response {
  return new Response(body, { status, headers: { ...headers, "Content-Length": String(length) } });
}
