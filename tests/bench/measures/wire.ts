import { Agent, request, type ClientRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

type Headers = Record<string, string>;
type Asked = { path: string; method?: string; headers?: Headers; body?: string };

export type Received = {
  status: number;
  headers: IncomingMessage["headers"];
  /** The compressed body as received. */
  body: Buffer;
  /** The bytes of this request and of its response on the network, headers included. */
  bytesUp: number;
  bytesDown: number;
  milliseconds: number;
};

/** The headers that Chromium 156 sends with every request to a secure origin. Their length is that of a phone's. */
const ALWAYS = {
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "en-TT,en;q=0.9",
  "sec-ch-ua": '"Not:A-Brand";v="8", "Chromium";v="156"',
  "sec-ch-ua-mobile": "?1",
  "sec-ch-ua-platform": '"Android"',
};

const OF_A_PAGE = {
  Accept:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Site": "none",
  "Sec-Fetch-User": "?1",
  "Upgrade-Insecure-Requests": "1",
};

const OF_A_FETCH = {
  Accept: "application/json",
  "Sec-Fetch-Dest": "empty",
  "Sec-Fetch-Mode": "cors",
  "Sec-Fetch-Site": "same-origin",
};

/** The encodings that a browser accepts over plain HTTP. It accepts Brotli only over HTTPS and from its own machine. */
export const PLAIN_HTTP = { "Accept-Encoding": "gzip, deflate" };

/** One connection that stays open like a browser's. Every byte is counted. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly origin: string;
  private readonly counted = new WeakMap<Socket, { read: number; written: number }>();
  cookie: string;

  constructor(origin: string, cookie = "") {
    this.origin = origin;
    this.cookie = cookie;
  }

  open(path: string, headers: Headers = {}): Promise<Received> {
    return this.send({ path, headers: { ...OF_A_PAGE, ...headers } });
  }

  /** Posts a form as a browser without scripts does. */
  post(path: string, fields: Headers): Promise<Received> {
    const headers = { ...OF_A_PAGE, "Content-Type": "application/x-www-form-urlencoded" };
    return this.send({ path, method: "POST", headers, body: new URLSearchParams(fields).toString() });
  }

  /** Sends JSON as a page's script does. */
  postJson(path: string, value: unknown, headers: Headers): Promise<Received> {
    const body = JSON.stringify(value);
    return this.send({
      path,
      method: "POST",
      headers: { ...OF_A_FETCH, "Content-Type": "application/json", ...headers },
      body,
    });
  }

  async send({ path, method = "GET", headers = {}, body }: Asked): Promise<Received> {
    const began = performance.now();
    const sent = request(new URL(path, this.origin), {
      method,
      agent: this.agent,
      headers: {
        ...ALWAYS,
        ...headers,
        ...(this.cookie && { Cookie: this.cookie }),
        ...(method !== "GET" && {
          Origin: this.origin,
          Referer: this.origin + path,
          "Content-Length": String(Buffer.byteLength(body ?? "")),
        }),
      },
    });
    sent.end(body);
    const answer = await answerTo(sent);
    // The agent takes the socket back when the last byte arrives, so the socket is read before that.
    const { socket } = answer;
    const received = await buffer(answer);
    const milliseconds = performance.now() - began;
    this.keepCookies(answer);
    const { statusCode: status = 0, headers: given } = answer;
    return { status, headers: given, body: received, milliseconds, ...this.count(socket) };
  }

  close(): void {
    this.agent.destroy();
  }

  private count(socket: Socket): Pick<Received, "bytesUp" | "bytesDown"> {
    const { read, written } = this.counted.get(socket) ?? { read: 0, written: 0 };
    this.counted.set(socket, { read: socket.bytesRead, written: socket.bytesWritten });
    return { bytesDown: socket.bytesRead - read, bytesUp: socket.bytesWritten - written };
  }

  private keepCookies({ headers }: IncomingMessage): void {
    for (const given of headers["set-cookie"] ?? []) {
      const [pair = ""] = given.split(";");
      const [name = "", value] = pair.split("=");
      const others = this.cookie.split("; ").filter((kept) => kept && !kept.startsWith(`${name}=`));
      this.cookie = [...others, ...(value ? [pair] : [])].join("; ");
    }
  }
}

/** Returns the uncompressed text of a response. */
export function textOf({ headers, body }: Received): string {
  const encoding = headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(body).toString();
  return (encoding === "gzip" ? gunzipSync(body) : body).toString();
}

export function expectStatus(received: Received, status: number, what: string): Received {
  if (received.status === status) return received;
  throw new Error(
    `${what} was answered ${received.status}, not ${status}: ${textOf(received).slice(0, 300)}`,
  );
}

function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once("response", resolve);
    sent.once("error", reject);
  });
}

/** Opens a page. A board that is still counting the classes of a large school is opened again, as its page does. */
export async function openWhenReady(wire: Wire, path: string): Promise<Received> {
  const began = performance.now();
  let page = await wire.open(path);
  while (page.status === 503 && textOf(page).includes("opens by itself")) page = await wire.open(path);
  return { ...expectStatus(page, 200, path), milliseconds: performance.now() - began };
}
