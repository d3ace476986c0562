import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type HttpServer = {
  server: Server;
  listen: (port: number, host: string) => Promise<void>;
  /** Takes no new connection and lets the open answers end, up to a limit. */
  drain: () => Promise<void>;
};

/** Longer than common proxies wait, or every save from a slow network pays for a new connection (design 1). */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 80_000;
/** 64 MB at 400 kbit/s take 22 minutes. */
const REQUEST_MS = 30 * 60_000;
const DRAIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

export function createHttpServer(listener: RequestListener): HttpServer {
  const server = createServer(listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  const { closeIdle } = trackConnections(server);
  return {
    server,
    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, "listening");
    },
    drain: async () => {
      const closed = once(server, "close").then(() => true);
      server.close();
      const until = Date.now() + DRAIN_MS;
      do {
        closeIdle();
        if (Date.now() > until) server.closeAllConnections();
      } while (!(await Promise.race([closed, sleep(LOOK_AGAIN_MS, false)])));
    },
  };
}

/** Node's own closeIdleConnections() spares those that browsers open ahead and have not used yet. */
function trackConnections(server: Server): { closeIdle: () => void } {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    busy.add(socket);
    response.once("close", () => busy.delete(socket));
  });
  return {
    closeIdle: () => {
      for (const socket of open) if (!busy.has(socket)) socket.destroy();
    },
  };
}
