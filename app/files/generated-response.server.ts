import { Readable } from "node:stream";
import { rangedResponse } from "./file-response.server.ts";
import { webStream } from "./web-stream.server.ts";
import type { ByteRange } from "./requested-range.ts";

/** A file that is stored nowhere and made while it is sent. */
export type Generated = {
  /** Differs when any byte would differ: an interrupted download is resumed only in the same file. */
  tag: string;
  headers: Record<string, string>;
  /** Makes the whole file, from its first byte. */
  make: () => AsyncIterable<Uint8Array>;
};

/** The lengths of recent files by tag: a range is requested soon after the download that it resumes. */
const lengths = new Map<string, Promise<number>>();
const MOST_KNOWN = 50;

/** Responds with a generated file or the requested part: it is made from its beginning, and the rest is left out. */
export async function generatedResponse(
  request: Request,
  { tag, headers, make }: Generated,
): Promise<Response> {
  const size = await sizeOf(tag, make);
  const body = async (range: ByteRange) => webStream(Readable.from(partOf(make, range)));
  return rangedResponse(request, { tag, size, headers, body });
}

/** A file that several requests want at once is measured once. */
function sizeOf(tag: string, make: Generated["make"]): Promise<number> {
  const known = lengths.get(tag);
  if (known) return known;
  if (lengths.size >= MOST_KNOWN) lengths.clear();
  const counting = lengthOf(make());
  lengths.set(tag, counting);
  counting.catch(() => lengths.delete(tag));
  return counting;
}

async function lengthOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of chunks) length += chunk.length;
  return length;
}

async function* partOf(make: Generated["make"], { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of make()) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > end) return;
  }
}
