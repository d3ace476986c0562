import { Readable } from "node:stream";
import { rangedResponse, type ByteRange, toWebStream } from "./file-response.server.ts";

/** A file that is not stored but generated while it is sent. */
export type GeneratedFile = {
  /** Identifies the exact content. An interrupted download can only be resumed while the tag is the same. */
  tag: string;
  headers: Record<string, string>;
  /** Generates the whole file. */
  make: () => AsyncIterable<Uint8Array>;
};

/** The lengths of recently generated files by tag, because a download that is resumed soon needs the length again. */
const lengths = new Map<string, Promise<number>>();
const MOST_KNOWN = 50;

/** Responds with a generated file or a part of it, for which the file is generated from its beginning. */
export async function generatedResponse(
  request: Request,
  { tag, headers, make }: GeneratedFile,
): Promise<Response> {
  const size = await sizeOf(tag, make);
  const body = async (range: ByteRange) => toWebStream(Readable.from(partOf(make, range)));
  return rangedResponse(request, { tag, size, headers, body });
}

/** Measures a file by generating it. Simultaneous requests for the same file share one measurement. */
function sizeOf(tag: string, make: GeneratedFile["make"]): Promise<number> {
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

async function* partOf(make: GeneratedFile["make"], { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of make()) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > end) return;
  }
}
