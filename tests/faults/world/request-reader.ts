/** A whole request as a browser wrote it on the wire. */
export type WireRequest = { method: string; path: string; body: string; bytes: Buffer };

const END_OF_HEAD = "\r\n\r\n";

/** Splits the bytes of a connection into requests; browsers send the length of what they post (RFC 9112, 6.2). */
export class RequestReader {
  private waiting = Buffer.alloc(0);

  /** Returns the requests that are now complete, in order. */
  push(chunk: Buffer): WireRequest[] {
    this.waiting = Buffer.concat([this.waiting, chunk]);
    const whole: WireRequest[] = [];
    for (let next = this.take(); next; next = this.take()) whole.push(next);
    return whole;
  }

  private take(): WireRequest | null {
    const headEnd = this.waiting.indexOf(END_OF_HEAD);
    if (headEnd < 0) return null;
    const head = this.waiting.toString("latin1", 0, headEnd);
    const bodyStart = headEnd + END_OF_HEAD.length;
    const end = bodyStart + lengthOf(head);
    if (this.waiting.length < end) return null;
    const bytes = this.waiting.subarray(0, end);
    this.waiting = this.waiting.subarray(end);
    const [method = "", path = ""] = head.split(" ", 2);
    return { method, path, body: bytes.toString("utf8", bodyStart), bytes };
  }
}

function lengthOf(head: string): number {
  return Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}
