import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** Chooses the same port as last time, so that open pools find the server again; another if it is taken. */
export async function choosePort(home: string): Promise<number> {
  const last = readLastPort(home);
  const port = (last !== null && (await bound(last))) || (await bound(0));
  if (!port) throw new Error("There is no free port on 127.0.0.1");
  writeFileSync(join(home, "port"), String(port));
  return port;
}

export function readLastPort(home: string): number | null {
  const path = join(home, "port");
  return existsSync(path) ? Number(readFileSync(path, "utf8")) : null;
}

/** Binds a port for a moment to test it. Returns the port, or null when it is taken. */
function bound(port: number): Promise<number | null> {
  return new Promise((answer) => {
    const server = createServer();
    server.once("error", () => answer(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => answer(typeof address === "object" && address ? address.port : null));
    });
  });
}
