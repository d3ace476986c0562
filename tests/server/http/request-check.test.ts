import { createConnection } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { expect, test } from "vitest";
import { setRequestAccount, requestContext } from "#runtime/request-context.ts";
import { requestFrom, call, openSite, type Site } from "../site.ts";

const HTML = { headers: { "Content-Type": "text/html" } };
const OWN_ADDRESSES = Object.values(networkInterfaces()).flatMap((all) => all ?? []);

test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])(
  "a page takes no %s, and says what it takes",
  async (method) => {
    const site = await openSite();

    const { status, headers } = await requestFrom(site, "/page", { method });

    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: "GET, HEAD, POST" });
  },
);

test("which methods a call takes is said by the call", async () => {
  const site = await openSite({ route: ({ request }) => new Response(request.method) });

  const methods = ["PUT", "PATCH", "DELETE", "OPTIONS"];
  const answers = await Promise.all(methods.map((method) => call(site, "/api/save", { method })));
  const traced = await requestFrom(site, "/api/save", { method: "TRACE" });

  expect(answers.map(({ body }) => body)).toEqual(methods);
  expect(traced.status).toBe(405);
});

test("a page without a form says that it takes none", async () => {
  const site = await openSite({ route: () => new Response(null, { status: 405 }) });

  const { headers } = await requestFrom(site, "/save");

  expect(headers.allow).toBe("GET, HEAD");
});

test.each([
  ["localhost:3000", 200],
  ["LOCALHOST", 200],
  ["127.0.0.1:80", 200],
  ["127.1.2.3", 200],
  ["[::1]:3000", 200],
  [hostname(), 200],
  [`${hostname()}.local:3000`, 200],
  ...OWN_ADDRESSES.filter(({ family }) => family === "IPv4").map(({ address }) => [address, 200] as const),
  ["evil.example", 400],
  ["127.0.0.1.evil.example", 400],
  ["localhost.evil.example", 400],
  ["203.0.113.9:3000", 400],
  ["user@localhost", 400],
  ["a b", 400],
] as const)("without a public address, the host %s", async (host, status) => {
  const site = await openSite({ route: ({ request }) => new Response(request.url) });

  const answer = await requestFrom(site, "/where", { headers: { Host: host } });

  expect(answer.status).toBe(status);
});

test("a name that somebody made to lead here is told how it could be known, and sends no form", async () => {
  const site = await openSite();
  const headers = { Host: "evil.example", Origin: "http://evil.example" };

  const page = await requestFrom(site, "/page", { headers });
  const form = await requestFrom(site, "/save", { method: "POST", headers });

  expect([page.status, form.status]).toEqual([400, 400]);
  expect(page.body).toContain("PUBLIC_URL");
});

test.each([
  ["two hosts", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n"],
  ["two equal hosts", "GET /page HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n"],
  ["a request of HTTP/0.9", "GET /page\r\n"],
])("%s are no request for us", async (_what, sent) => {
  const site = await openSite();

  const answer = await sentBare(site, `${sent}Connection: close\r\n\r\n`);

  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

/** Sends over a bare connection, because an ordinary client would refuse to send it. */
function sentBare({ port }: Site, request: string): Promise<string> {
  const connection = createConnection(port, "127.0.0.1");
  connection.write(request);
  return text(connection);
}

test("with a public address the host does not matter", async () => {
  const env = { PUBLIC_URL: "https://school.example" };
  const site = await openSite({ env, route: ({ request }) => new Response(request.url) });

  const { body } = await requestFrom(site, "/where", { headers: { Host: "10.0.0.9:8080" } });

  expect(body).toBe("https://school.example/where");
});

test.each([
  "/%",
  "/app/%E0%A4%A",
  "/app/%ff/1",
  "/img/students/a%00.jpg",
  "/app/%0d%0aSet-Cookie:a=1",
  "*",
  "/page?_data=routes%2Fpage",
])("%s is no address of ours and reaches no route", async (path) => {
  let reached = 0;
  const site = await openSite({ route: () => new Response(String((reached += 1))) });

  const { status } = await requestFrom(site, path);

  expect({ status, reached }).toEqual({ status: 400, reached: 0 });
});

test("a request has a name in its answer and in the log, which tells whose session it was by a number", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const site = await openSite({
    log,
    route: ({ context }) => {
      setRequestAccount(17);
      return new Response(context.requestId);
    },
  });

  const { headers, body } = await requestFrom(site, "/save", {
    headers: { "X-Request-Id": "chosen by the visitor" },
  });

  const id = headers["x-request-id"];
  expect(id).toMatch(/^[0-9a-f]{10}$/);
  expect(body).toBe(id);
  await expect.poll(() => lines).toHaveLength(1);
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    msg: "request",
    path: "/save",
    request: id,
    account: 17,
  });
});

test("the log knows the request of what is done for it, until its answer is out", async () => {
  const seen: unknown[] = [];
  const look = () => void seen.push(structuredClone(requestContext()));
  const site = await openSite({
    route: async ({ context }) => {
      context.signal.addEventListener("abort", () => setTimeout(look, 10));
      setRequestAccount(17);
      await Promise.resolve().then(look);
      return new Response(context.requestId);
    },
  });

  const { body } = await requestFrom(site, "/save");

  await expect.poll(() => seen).toEqual([{ request: body, account: 17 }, undefined]);
});

test("a surprise is found in the log by what its page says", async () => {
  const lines: string[] = [];
  const noted: object[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const noteError = async (_error: unknown, about: object) => void noted.push(about);
  const site = await openSite({ log, noteError, route: () => new Response(breaking(), HTML) });

  const { status, body } = await requestFrom(site, "/save", { headers: { Accept: "text/html" } });

  const [, id = "none"] = /Request ([0-9a-f]{10})\./.exec(body) ?? [];
  expect(status).toBe(500);
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines.every((line) => line.includes(`"request":"${id}"`))).toBe(true);
  await expect.poll(() => noted).toEqual([{ requestId: id, place: "GET other" }]);
});

function breaking(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.error(new Error("the disk is gone")) });
}
