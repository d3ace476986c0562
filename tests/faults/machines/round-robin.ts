import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A web process that is being replaced is asked again this often. */
const TRIES = 10;
const BETWEEN_TRIES_MS = 100;
const READING = ["GET", "HEAD"];

/**
 * Imitates a load balancer such as nginx or Caddy in front of several web processes: each request goes to the next
 * one. A process that refuses a connection is skipped; a read is repeated on the next when its process dies.
 */
export class RoundRobin {
  private readonly server = createServer((request, response) => void this.relay(request, response));
  private webs: readonly string[];
  private turn = 0;

  private constructor(webs: readonly string[]) {
    this.webs = webs;
  }

  static async before(webs: readonly string[]): Promise<RoundRobin> {
    const proxy = new RoundRobin(webs);
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Applies from the next request on. */
  serve(webs: readonly string[]): void {
    this.webs = webs;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async relay(request: IncomingMessage, response: ServerResponse, tries = TRIES): Promise<void> {
    const socket = await this.reachOne();
    if (!socket) return fail(response);
    const passed = ask(
      {
        method: request.method,
        path: request.url,
        headers: { ...request.headers, connection: "close", "x-forwarded-for": "127.0.0.1" },
        createConnection: () => socket,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("error", () => response.destroy()).pipe(response);
      },
    );
    passed.on("error", () => {
      const isReading = READING.includes(request.method ?? "");
      if (response.headersSent) response.destroy();
      else if (isReading && tries > 0) void this.relay(request, response, tries - 1);
      else fail(response);
    });
    request.pipe(passed);
  }

  private async reachOne(): Promise<Socket | null> {
    for (let left = TRIES; left > 0; left -= 1) {
      for (const _each of this.webs) {
        const web = this.webs[(this.turn += 1) % this.webs.length] ?? "";
        const socket = await connected(web);
        if (socket) return socket;
      }
      await sleep(BETWEEN_TRIES_MS);
    }
    return null;
  }
}

function connected(origin: string): Promise<Socket | null> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("error", () => resolve(null));
  });
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { "Content-Type": "text/html" }).end("No web answered.");
}
