export type ByteRange = { start: number; end: number };

/**
 * Returns the part of a file that a request asks for, both ends included. Returns null for the whole file, also when
 * several parts are requested or when the browser has another version of the file.
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
