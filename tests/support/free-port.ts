import { once } from "node:events";
import { mkdirSync, statSync, utimesSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * The directory with a folder for each port that was given out. Each user has a directory, because others may not
 * write to it.
 */
const GIVEN_PORTS = path.join(tmpdir(), `termbook-ports-${process.getuid?.() ?? "user"}`);
/** A server that is given a port listens on it long before this time has passed. */
const RESERVED_MS = 120_000;

/**
 * Finds a port that nobody listens on and that no other test process has received recently. Without this, two servers
 * that start at once could be given the same port, and a test would talk to the other's school.
 */
export async function freePort(): Promise<number> {
  mkdirSync(GIVEN_PORTS, { recursive: true });
  for (;;) {
    const port = await unusedPort();
    if (reserve(path.join(GIVEN_PORTS, String(port)))) return port;
  }
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Only one process can create a folder, so two never reserve the same port. */
function reserve(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    if (Date.now() - statSync(folder).mtimeMs < RESERVED_MS) return false;
    utimesSync(folder, new Date(), new Date());
    return true;
  }
}
