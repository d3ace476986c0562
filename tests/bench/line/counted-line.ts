import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SlowLink, type Pace } from "./slow-link.ts";

export type Traffic = { bytesUp: number; bytesDown: number; requests: readonly string[] };

const REQUEST_LINE = /^(?:GET|POST) \S+(?= HTTP\/1\.1\r$)/gm;

/**
 * A connection between browser and product that passes all bytes on and counts them, headers included. With a pace, it
 * is as slow as a slow network.
 */
export class CountedLine {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private bytesUp = 0;
  private bytesDown = 0;
  private requests: string[] = [];
  private readonly slow: { up: SlowLink; down: SlowLink; roundTripMs: number } | null;

  private constructor(port: number, pace: Pace | null) {
    this.slow = pace && {
      up: new SlowLink(pace),
      down: new SlowLink(pace),
      roundTripMs: pace.roundTripMs,
    };
    this.server = createServer((browser) => this.lead(browser, connect(port, "127.0.0.1")));
  }

  static async to(origin: string, pace: Pace | null = null): Promise<CountedLine> {
    const line = new CountedLine(Number(new URL(origin).port), pace);
    line.server.listen(0, "127.0.0.1");
    await once(line.server, "listening");
    return line;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the traffic since the last call. */
  take(): Traffic {
    const { bytesUp, bytesDown, requests } = this;
    this.bytesUp = this.bytesDown = 0;
    this.requests = [];
    return { bytesUp, bytesDown, requests };
  }

  /** Cuts all connections, as when a computer is switched off. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.hangUp();
    this.server.close();
  }

  private lead(browser: Socket, product: Socket): void {
    browser.on("data", (bytes: Buffer) => {
      this.bytesUp += bytes.length;
      this.requests.push(...(bytes.toString("latin1").match(REQUEST_LINE) ?? []));
    });
    if (!this.slow) product.on("data", (bytes: Buffer) => (this.bytesDown += bytes.length));
    for (const socket of [browser, product]) {
      this.sockets.add(socket);
      // A header and a body that are written separately must not wait for each other.
      socket.setNoDelay();
      // Either end may cut the connection at any time.
      socket.on("error", () => {});
      socket.on("close", () => {
        this.sockets.delete(socket);
        (socket === browser ? product : browser).destroy();
      });
    }
    if (this.slow) return void this.leadSlowly(browser, product, this.slow);
    browser.pipe(product);
    product.pipe(browser);
  }

  /** Waits one round trip before passing data, as opening a connection does. */
  private async leadSlowly(
    browser: Socket,
    product: Socket,
    { up, down, roundTripMs }: { up: SlowLink; down: SlowLink; roundTripMs: number },
  ): Promise<void> {
    browser.pause();
    await sleep(roundTripMs);
    up.carry(browser, product);
    down.carry(product, browser, (bytes) => (this.bytesDown += bytes));
    browser.resume();
  }
}
