import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type HttpServer = {
  server: Server;
  listen: (port: number, host: string) => Promise<void>;
  /** Accepts no new connections, and finishes started requests and open responses, up to a time limit. */
  drain: () => Promise<void>;
};

/**
 * The time for which an idle connection stays open. It is longer than the time of proxies, because otherwise every
 * save over a slow network would need a new connection.
 */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 80_000;
/** The limit for a whole request: an upload of 64 MB at 400 kbit/s takes 22 minutes. */
const REQUEST_MS = 30 * 60_000;
const DRAIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;
/** After this many checks in a row without a new request, the server expects no more requests and stops. */
const QUIET_LOOKS = 6;
/** The longest time to wait for those checks. On a busy server there is always a new request. */
const LAST_CALL_MS = 3_000;

export function createHttpServer(listener: RequestListener): HttpServer {
  const server = createServer(listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  const { isQuiet, closeIdle } = trackConnections(server);
  return {
    server,
    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, "listening");
    },
    drain: async () => {
      const closed = once(server, "close").then(() => true);
      const until = Date.now() + DRAIN_MS;
      await untilQuiet(isQuiet, Date.now() + LAST_CALL_MS);
      server.close();
      do {
        closeIdle();
        if (Date.now() > until) server.closeAllConnections();
      } while (!(await Promise.race([closed, sleep(LOOK_AGAIN_MS, false)])));
    },
  };
}

/** Waits for requests that were sent before the stop and have not been read yet. */
async function untilQuiet(isQuiet: () => boolean, until: number): Promise<void> {
  for (let looks = 0; looks < QUIET_LOOKS && Date.now() < until;) {
    await sleep(LOOK_AGAIN_MS);
    looks = isQuiet() ? looks + 1 : 0;
  }
}

/** Tracks connections. Node's closeIdleConnections() does not close those that browsers opened in advance. */
function trackConnections(server: Server): { isQuiet: () => boolean; closeIdle: () => void } {
  const open = new Set<Socket>();
  const busy = new Set<Socket>();
  let news = 0;
  let seen = 0;
  server.on("connection", (socket: Socket) => {
    news += 1;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    news += 1;
    busy.add(socket);
    response.once("close", () => busy.delete(socket));
  });
  return {
    /** Tells whether no connection and no request has arrived since the last check. */
    isQuiet: () => {
      const wasQuiet = news === seen;
      seen = news;
      return wasQuiet;
    },
    closeIdle: () => {
      for (const socket of open) if (!busy.has(socket)) socket.destroy();
    },
  };
}
