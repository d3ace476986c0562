import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";

export type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string };
export type Received = {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
  /** Bytes on the wire, headers included, this answer and this request alone. */
  bytesDown: number;
  bytesUp: number;
  milliseconds: number;
};

/** One connection that is kept open, as a browser's, with every byte counted. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly origin: string;
  private readonly before = new WeakMap<Socket, { read: number; written: number }>();
  cookie = "";

  constructor(origin: string) {
    this.origin = origin;
  }

  send({ path, method = "GET", headers = {}, body }: Sent): Promise<Received> {
    const started = performance.now();
    const all = {
      ...BROWSER_HEADERS,
      Origin: this.origin,
      ...(this.cookie && { Cookie: this.cookie }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.origin),
        { method, agent: this.agent, headers: all },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("end", () => {
            this.keepCookies(response);
            const body = Buffer.concat(parts);
            const milliseconds = performance.now() - started;
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body,
              milliseconds,
              ...this.count(response.socket),
            });
          });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }

  private count(socket: Socket) {
    const last = this.before.get(socket) ?? { read: 0, written: 0 };
    this.before.set(socket, { read: socket.bytesRead, written: socket.bytesWritten });
    return { bytesDown: socket.bytesRead - last.read, bytesUp: socket.bytesWritten - last.written };
  }

  private keepCookies(response: IncomingMessage): void {
    for (const given of response.headers["set-cookie"] ?? []) {
      const [pair = ""] = given.split(";");
      const [name = ""] = pair.split("=");
      const others = this.cookie.split("; ").filter((kept) => kept && !kept.startsWith(`${name}=`));
      this.cookie = [...others, pair].join("; ");
    }
  }
}

/** What a browser sends with every request; a save's bytes are counted with them. */
const BROWSER_HEADERS = {
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36",
  "Accept-Encoding": "gzip, deflate, br",
  "Accept-Language": "en-TT,en;q=0.9",
};
