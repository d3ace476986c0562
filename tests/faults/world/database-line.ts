import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type DatabaseLine = {
  /** The database's address through the line. */
  url: string;
  /** Every open connection silently goes dead: nothing passes any longer, and nobody is told. New ones pass. */
  silence: () => void;
  /** Every connection breaks, and new ones are refused until `open`. */
  close: () => void;
  open: () => void;
  /** New connections go to another server, as if its name had been moved. */
  moveTo: (databaseUrl: string) => void;
  end: () => void;
};

/** Imitates the equipment between a web process and a remote database: a firewall, a proxy, a cable. */
export async function databaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const line = await openLine(databaseUrl);
  onTestFinished(line.end);
  return line;
}

/** Opens a line for a whole file, which must close it. */
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

/** Accepts data, as a network that still acknowledges it, and discards it. */
function goDead([near, far]: [Socket, Socket]): void {
  near.unpipe(far);
  far.unpipe(near);
  near.resume();
  far.resume();
}
