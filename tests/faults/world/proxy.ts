import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SaveRequest } from "#saving/protocol/protocol.ts";
import { RequestReader, type WireRequest } from "./request-reader.ts";

/** The network's effect on the next save: where the line breaks, what goes missing, how long it hangs. */
export type NetworkFault =
  | { kind: "pass" }
  | { kind: "cut-before" }
  | { kind: "cut-during" }
  | { kind: "cut-after"; ms: number }
  | { kind: "lose-reply" }
  | { kind: "break-reply" }
  | { kind: "swallow"; ms: number }
  | { kind: "hold-request"; ms: number }
  | { kind: "hold-reply"; ms: number }
  | { kind: "answer"; status: number; body: string };

/** `met` resolves when a save comes by, `done` when its effect is complete. */
export type Trap = { met: Promise<void>; done: Promise<void> };
type Armed = { fate: NetworkFault; met: () => void; done: () => void };

type Line = { client: Socket; server: Socket; onReply: (chunk: Buffer) => void };

const PASS: NetworkFault = { kind: "pass" };

/**
 * The network between browser and web process. A browser's own offline switch leaves running requests alone; here
 * lines are cut and new ones refused, and a save can be met at any point on its way.
 */
export class Proxy {
  /** Every save that left the browser, in order, including repetitions. */
  readonly saves: SaveRequest[] = [];
  private readonly lines = new Set<Line>();
  private readonly server: Server;
  private readonly target: number;
  private isCut = false;
  private armed: Armed | null = null;

  private constructor(target: number) {
    this.target = target;
    this.server = createServer((client) => this.accept(client));
  }

  static async start(target: number): Promise<Proxy> {
    const proxy = new Proxy(target);
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Applies to the next save. */
  arm(outcome: NetworkFault): Trap {
    const [met, done] = [signal(), signal()];
    this.armed = { fate: outcome, met: met.give, done: done.give };
    return { met: met.given, done: done.given };
  }

  /** Breaks every line, and refuses new ones. */
  cut(): void {
    this.isCut = true;
    for (const line of this.lines) hangUp(line);
  }

  heal(): void {
    this.isCut = false;
    this.armed = null;
  }

  stop(): void {
    this.cut();
    this.server.close();
  }

  private accept(client: Socket): void {
    client.on("error", () => undefined);
    if (this.isCut) return void client.resetAndDestroy();
    const server = connect(this.target, "127.0.0.1");
    const line: Line = { client, server, onReply: (chunk) => void client.write(chunk) };
    this.lines.add(line);
    const reader = new RequestReader();
    client.on("data", (chunk) => reader.push(chunk).forEach((request) => this.relay(line, request)));
    server.on("data", (chunk) => line.onReply(chunk));
    server.on("error", () => undefined);
    server.on("close", () => client.destroySoon());
    client.on("close", () => {
      this.lines.delete(line);
      server.destroy();
    });
  }

  private relay(line: Line, request: WireRequest): void {
    const { armed } = this;
    if (!isSave(request)) return void line.server.write(request.bytes);
    this.saves.push(JSON.parse(request.body) as SaveRequest);
    this.armed = null;
    armed?.met();
    void this.meet(line, request.bytes, armed?.fate ?? PASS).then(armed?.done);
  }

  private async meet(line: Line, bytes: Buffer, outcome: NetworkFault): Promise<void> {
    const { server, client } = line;
    switch (outcome.kind) {
      case "pass":
        return write(server, bytes);
      case "cut-before":
        return this.cut();
      case "cut-during":
        await write(server, bytes.subarray(0, bytes.length >> 1));
        return this.cut();
      case "cut-after":
        await write(server, bytes);
        await sleep(outcome.ms);
        return this.cut();
      case "lose-reply":
      case "break-reply":
        await write(server, bytes);
        return onFirstReply(line, outcome.kind === "break-reply" ? 0.5 : 0);
      case "swallow":
        await sleep(outcome.ms);
        return hangUp(line);
      case "hold-request":
        await sleep(outcome.ms);
        return write(server, bytes);
      case "hold-reply":
        holdReplies(line, outcome.ms);
        return write(server, bytes);
      case "answer":
        return write(client, answerOf(outcome));
    }
  }
}

function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

function isSave({ method, path }: WireRequest): boolean {
  return method === "POST" && path.endsWith("/save");
}

/** Passes a share of the reply on, and hangs up. */
function onFirstReply(line: Line, share: number): Promise<void> {
  return new Promise((resolve) => {
    line.client.once("close", () => resolve());
    line.onReply = (chunk) => {
      const passed = chunk.subarray(0, Math.floor(chunk.length * share));
      line.onReply = () => undefined;
      void write(line.client, passed).then(() => hangUp(line));
    };
  });
}

function holdReplies(line: Line, ms: number): void {
  const held: Buffer[] = [];
  const pass = line.onReply;
  line.onReply = (chunk) => void held.push(chunk);
  setTimeout(() => {
    line.onReply = pass;
    held.forEach(pass);
  }, ms);
}

/** The response of a school's gateway in place of the server's. */
function answerOf({ status, body }: Extract<NetworkFault, { kind: "answer" }>): Buffer {
  const head = [
    `HTTP/1.1 ${status} From the gateway`,
    "Content-Type: text/html",
    `Content-Length: ${body.length}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Resolves when the bytes are on their way, or can never be. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || bytes.length === 0) resolve();
    else socket.write(bytes, () => resolve());
  });
}

function hangUp({ client, server }: Line): void {
  if (!client.destroyed) client.resetAndDestroy();
  server.destroy();
}
