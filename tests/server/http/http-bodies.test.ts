import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { call, open, openSite, post, type Site } from "../site.ts";

const KB = 1024;
const MB = 1024 * KB;

test("a form up to 256 KB arrives whole, declared or in chunks", async () => {
  const site = await openSite({ route: lengthOfBody });
  const body = Buffer.alloc(256 * KB);

  const declared = await post(site, "/save", { body });
  const chunked = await post(site, "/save", { body: Readable.from([body.subarray(0, 9), body.subarray(9)]) });

  expect([declared.body, chunked.body]).toEqual([String(256 * KB), String(256 * KB)]);
});

test("a longer form is refused before any route sees it, declared or in chunks", async () => {
  let seen = 0;
  const site = await openSite({ route: () => new Response(String((seen += 1))) });
  const body = Buffer.alloc(256 * KB + 1);

  const declared = await post(site, "/save", { body });
  const chunked = await post(site, "/save", { body: Readable.from([body]) });
  const lying = await post(site, "/save", { body: chunks(300), headers: { "Transfer-Encoding": "chunked" } });

  expect([declared.status, chunked.status, lying.status]).toEqual([413, 413, 413]);
  expect(seen).toBe(0);
});

test.each(["/save", "/api/subjects", "/api/upload-file"])(
  "what is sent packed to %s is refused, and says so",
  async (path) => {
    let seen = 0;
    const site = await openSite({ route: () => new Response(String((seen += 1))) });
    const [body, json] = [Buffer.from("{}"), { "Content-Type": "application/json" }];
    const send = (coding: string) =>
      call(site, path, { body, headers: { ...json, "Content-Encoding": coding } });

    const [packed, unpacked] = [await send("gzip"), await send("identity")];

    expect(packed).toMatchObject({ status: 415, body: expect.stringContaining("Content-Encoding") });
    expect([unpacked.status, seen]).toEqual([200, 1]);
  },
);

test("who sends far too much still gets to read why", async () => {
  const site = await openSite();

  const answer = await post(site, "/save", { body: chunks(40 * KB) });

  expect(answer.status).toBe(413);
  expect(answer.headers.connection).toBe("close");
});

const PIECE = Buffer.alloc(MB);
const CHUNK = Buffer.concat([Buffer.from(`${MB.toString(16)}\r\n`), PIECE, Buffer.from("\r\n")]);

test.each([
  [`Content-Length: ${100 * MB}`, Array.from({ length: 100 }, () => PIECE)],
  ["Transfer-Encoding: chunked", [...Array.from({ length: 100 }, () => CHUNK), Buffer.from("0\r\n\r\n")]],
])("who reads only after sending everything, as a browser does, gets to read why: %s", async (head, body) => {
  const site = await openSite();
  const { socket, send } = connectTo(site);

  await send(`${head}\r\n\r\n`);
  for (const piece of body) await send(piece);

  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("This is too much to send at once");
});

test("who sends the rest of a form too late gets to read why", async () => {
  stopClock();
  const site = await openSite();
  const { socket, send } = connectTo(site);
  const arriving = arrived(site);

  await send(`Content-Length: ${200 * KB}\r\n\r\n`);
  await arriving;
  vi.advanceTimersByTime(60_000);
  await send(Buffer.alloc(200 * KB));

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

/** Connects as somebody who posts a form to `/save`. `send` sends more headers, then the body. */
function connectTo({ port, origin }: Site) {
  const socket = connect(port, "127.0.0.1");
  const send = promisify(socket.write.bind(socket) as (bytes: string | Uint8Array, sent: () => void) => void);
  socket.write(`POST /save HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nOrigin: ${origin}\r\n`);
  return { socket, send };
}

test.each(["/api/upload-file", "/api/upload-pictures", "/api/student-picture/17"])(
  "%s takes files up to 64 MB as a stream, counted",
  async (path) => {
    const site = await openSite({ route: countBody });

    const large = await call(site, path, { body: chunks(20 * KB) });
    const declared = await call(site, path, { headers: { "Content-Length": 65 * MB } });
    const tooLarge = await call(site, path, { body: chunks(65 * KB) });

    expect(large).toMatchObject({ status: 200, body: String(20 * MB) });
    expect([declared.status, tooLarge.status]).toEqual([413, 413]);
  },
);

test("an upload that breaks off at the limit is 413 whatever the route made of it", async () => {
  const site = await openSite({ route: (args) => countBody(args).catch(() => new Response("saved")) });

  const answer = await call(site, "/api/upload-file", { body: chunks(65 * KB) });

  expect(answer.status).toBe(413);
});

test.each(["/save", "/api/upload-file"])(
  "what does not arrive at %s for a minute is given up",
  async (path) => {
    stopClock();
    let seen = 0;
    const site = await openSite({
      route: (args) => countBody(args).then(() => new Response(String((seen += 1)))),
    });
    const body = new Readable({ read: () => {} });
    body.push(Buffer.alloc(KB));

    const answering = call(site, path, { body, headers: { "Content-Length": 2 * KB } });
    await arrived(site);
    vi.advanceTimersByTime(59_000);
    await sleep(50);
    vi.advanceTimersByTime(1_000);
    const answer = await answering;

    expect(answer.status).toBe(408);
    expect(answer.headers.connection).toBe("close");
    expect(seen).toBe(0);
  },
);

test("a form that trickles in is given up after a minute, an upload goes on", async () => {
  stopClock();
  let read = 0;
  const site = await openSite({ route: (args) => countBody(args, (length) => (read += length)) });
  const [form, upload] = [new Readable({ read: () => {} }), new Readable({ read: () => {} })];

  const posting = call(site, "/save", { body: form });
  const uploading = call(site, "/api/upload-file", { body: upload });
  for (let piece = 0; piece < 3; piece += 1) {
    upload.push(Buffer.alloc(KB));
    await expect.poll(() => read).toBe((piece + 1) * KB);
    form.push(Buffer.alloc(KB));
    vi.advanceTimersByTime(30_000);
  }
  upload.push(null);
  const [posted, uploaded] = await Promise.all([posting, uploading]);

  expect(posted.status).toBe(408);
  expect(uploaded).toMatchObject({ status: 200, body: String(3 * KB) });
});

test("an upload waits for a route that reads slowly", async () => {
  const site = await openSite({
    route: async ({ request }) => {
      const reader = request.body?.getReader();
      await reader?.read();
      await sleep(400);
      await reader?.cancel();
      return new Response("enough");
    },
  });
  let sent = 0;
  const body = Readable.from(counting(chunks(60 * KB), (length) => (sent += length)));

  const answering = call(site, "/api/upload-file", { body }).catch(() => null);
  await sleep(300);
  const sentMeanwhile = sent;
  body.destroy();
  await answering;

  expect(sentMeanwhile).toBeLessThan(16 * MB);
});

test("a client that stalls does not make us hold what it has not taken, and its leaving ends the work", async () => {
  let made = 0;
  let cancelled = false;
  const body = new ReadableStream({
    pull: (controller) => {
      made += 64 * KB;
      controller.enqueue(new Uint8Array(64 * KB));
    },
    cancel: () => {
      cancelled = true;
    },
  });
  const site = await openSite({ route: () => new Response(body) });

  const response = await open(site, "/archive");
  for (let before = -1; made > before && made < 16 * MB;) {
    before = made;
    await sleep(300);
  }
  const madeInAll = made;
  response.destroy();

  expect(madeInAll).toBeLessThan(16 * MB);
  await expect.poll(() => cancelled).toBe(true);
});

test("a route that still works when its visitor leaves learns of it", async () => {
  let aborted: boolean | undefined;
  const site = await openSite({
    route: async ({ request }) => {
      aborted = false;
      await once(request.signal, "abort");
      aborted = true;
      return new Response("late");
    },
  });

  const leaving = open(site, "/slow").catch(() => null);
  await expect.poll(() => aborted).toBe(false);
  site.server.closeAllConnections();
  await leaving;

  await expect.poll(() => aborted).toBe(true);
});

test("it learns of it also when garbage was collected meanwhile", async () => {
  let signal: AbortSignal | undefined;
  const site = await openSite({
    route: async ({ context }) => {
      ({ signal } = context);
      await expect.poll(() => signal?.aborted, { timeout: 10_000 }).toBe(true);
      return new Response("late");
    },
  });

  const leaving = open(site, "/slow").catch(() => null);
  await expect.poll(() => signal).toBeDefined();
  collectGarbage();
  site.server.closeAllConnections();
  await leaving;

  await expect.poll(() => signal?.aborted).toBe(true);
});

/** Collects garbage, as Node does when memory runs short. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** Time passes only when the test says so; sockets and `sleep` go on. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits until the server has received a request up to its body. */
async function arrived({ server }: Site): Promise<void> {
  await once(server, "request");
  // The time limit runs from here on.
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
}

async function lengthOfBody({ request }: { request: Request }): Promise<Response> {
  return new Response(String((await request.arrayBuffer()).byteLength));
}

type Count = (length: number) => unknown;

async function countBody({ request }: { request: Request }, count: Count = () => {}): Promise<Response> {
  let length = 0;
  const body = request.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    count(chunk.length);
  }
  return new Response(String(length));
}

function chunks(kilobytes: number): Readable {
  const chunk = Buffer.alloc(64 * KB);
  const length = Math.ceil(kilobytes / 64);
  return Readable.from(
    (function* () {
      for (let number = 0; number < length; number += 1) yield chunk;
    })(),
  );
}

async function* counting(source: Readable, count: (length: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    count(chunk.length);
    yield chunk;
  }
}
