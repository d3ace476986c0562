import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type DatabaseLine = {
  /** The database's address through the line. */
  url: string;
  /** Every open connection goes dead without a word: nothing passes any more, and nobody is told. New ones pass. */
  silence: () => void;
  /** Every connection breaks, and no new one is taken until `open`. */
  close: () => void;
  open: () => void;
  /** New connections go to another server, as where a name was given to it. */
  moveTo: (databaseUrl: string) => void;
  end: () => void;
};

/** What lies between a web process and a database elsewhere: a firewall, a proxy, a cable. */
export async function databaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const line = await openLine(databaseUrl);
  onTestFinished(line.end);
  return line;
}

/** The same for a whole file: whoever opens it ends it. */
export async function openLine(databaseUrl: string): Promise<DatabaseLine> {
  let target = new URL(databaseUrl);
  const lines = new Set<[Socket, Socket]>();
  let isOpen = true;
  const server = createServer((near) => {
    near.on("error", () => undefined);
    if (!isOpen) return void near.resetAndDestroy();
    const far = connect(Number(target.port), target.hostname);
    const line: [Socket, Socket] = [near, far];
    lines.add(line);
    far.on("error", () => undefined);
    near.pipe(far).pipe(near);
    near.on("close", () => lines.delete(line));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    isOpen = false;
    for (const line of lines) for (const socket of line) socket.destroy();
  };
  const end = () => {
    close();
    server.close();
  };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence: () => lines.forEach(goDead),
    close,
    open: () => void (isOpen = true),
    moveTo: (moved) => void (target = new URL(moved)),
    end,
  };
}

/** What is sent is taken, as by a network that still acknowledges it, and goes nowhere. */
function goDead([near, far]: [Socket, Socket]): void {
  near.unpipe(far);
  far.unpipe(near);
  near.resume();
  far.resume();
}
