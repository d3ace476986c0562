import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_AGAIN_MS = 50;
const EVERYWHERE = new Set(["0.0.0.0", "::", ""]);

/** A name that stands for every address of the machine is no place to visit. */
export function reachable(port: number, host: string): string {
  const name = EVERYWHERE.has(host) ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((answer, fail) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? answer(false) : fail(error),
    );
    server.listen(port, host, () => server.close(() => answer(true)));
  });
}

/** Waits until the process says that it is ready and has served its first page. */
export async function answering(port: number, host: string): Promise<void> {
  const address = reachable(port, host);
  while (!((await statusOf(`${address}/readyz`)) === 200 && (await statusOf(address)) < 500)) {
    await sleep(LOOK_AGAIN_MS);
  }
}

async function statusOf(address: string): Promise<number> {
  try {
    const { status, body } = await fetch(address, { redirect: "manual" });
    await body?.cancel();
    return status;
  } catch {
    return Infinity;
  }
}
