import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { buffer, text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { notFound } from "#runtime/errors.ts";
import { requestFrom, call, open, openSite, post, type Site } from "./site.ts";

test("every answer carries the headers of the design, and a page the nonce of its policy", async () => {
  const site = await openSite({ page: ({ context }) => ({ nonce: context.nonce, secure: context.secure }) });

  const { headers, body } = await requestFrom(site, "/page");

  const { page } = JSON.parse(body) as { page: { nonce: string; secure: boolean } };
  expect(page.nonce).toMatch(/^[\w+/]{22}==$/);
  expect(page.secure).toBe(false);
  expect(headers["content-security-policy"]).toBe(
    `default-src 'self'; script-src 'self' 'nonce-${page.nonce}'; style-src 'self' 'nonce-${page.nonce}'; ` +
      "style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; frame-src 'self' blob:; " +
      "frame-ancestors 'self'; base-uri 'none'; form-action 'self'",
  );
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(headers).not.toHaveProperty("strict-transport-security");
  expect(headers).not.toHaveProperty("x-powered-by");
});

test("no two answers share a nonce", async () => {
  const site = await openSite();

  const answers = await Promise.all([requestFrom(site, "/page"), requestFrom(site, "/page")]);

  const policies = answers.map(({ headers }) => headers["content-security-policy"]);
  expect(policies[0]).not.toBe(policies[1]);
});

test("a school on https asks browsers to stay there", async () => {
  const site = await openSite({ env: { PUBLIC_URL: "https://school.example" } });

  const { headers } = await requestFrom(site, "/page");

  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

test("a route may say how its answer is cached, and sets all its cookies", async () => {
  const headers = new Headers({ "Cache-Control": "private, max-age=60" });
  headers.append("Set-Cookie", "a=1");
  headers.append("Set-Cookie", "b=2");
  const site = await openSite({ route: () => new Response("done", { headers }) });

  const answer = await requestFrom(site, "/photo");

  expect(answer.headers["cache-control"]).toBe("private, max-age=60");
  expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
});

test("data is answered without what only a page needs, and its connection stays open", async () => {
  const site = await openSite({ route: () => Response.json({ version: 2 }) });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());

  const first = await open(site, "/data", { agent });
  const socket = first.socket;
  await text(first);
  const second = await open(site, "/data", { agent });

  expect(second.socket).toBe(socket);
  expect(first.headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  for (const name of ["referrer-policy", "cross-origin-opener-policy", "connection", "keep-alive"])
    expect(first.headers).not.toHaveProperty(name);
});

test("a PDF is shown with a policy that leaves the browser's viewer its styles", async () => {
  const route = () => new Response("%PDF", { headers: { "Content-Type": "application/pdf" } });
  const site = await openSite({ route });

  const { headers } = await requestFrom(site, "/report");

  expect(headers["content-security-policy"]).toBe("frame-ancestors 'self'; base-uri 'none'");
});

test.each([
  ["our own pages", {}, (origin: string) => origin, 200],
  ["nowhere", {}, () => undefined, 403],
  ["a page that hides where it is", {}, () => "null", 403],
  ["another website", {}, () => "https://evil.example", 403],
  ["another port of this machine", {}, () => "http://127.0.0.1:1", 403],
  ["our address with a user name", {}, (origin: string) => origin.replace("//", "//evil@"), 403],
  ["our address with a path", {}, (origin: string) => `${origin}/page`, 403],
  [
    "the public address with a user name",
    { PUBLIC_URL: "https://school.example" },
    () => "https://evil@school.example",
    403,
  ],
  ["the public address", { PUBLIC_URL: "https://school.example" }, () => "https://school.example", 200],
  [
    "this address, when the public one is another",
    { PUBLIC_URL: "https://school.example" },
    (origin: string) => origin,
    403,
  ],
  [
    "the public address without https",
    { PUBLIC_URL: "https://school.example" },
    () => "http://school.example",
    403,
  ],
])("a form that comes from %s", async (_whence, env, from, status) => {
  const site = await openSite({ env });
  const origin = from(site.origin);
  const headers = { Accept: "text/html", ...(origin && { Origin: origin }) };

  const answer = await requestFrom(site, "/save", { method: "POST", headers });

  expect(answer.status).toBe(status);
});

test("a refused form is told so on a page, a refused call in JSON", async () => {
  const site = await openSite();
  const headers = { Accept: "text/html,*/*;q=0.8" };

  const form = await requestFrom(site, "/save", { method: "POST", headers });
  const called = await requestFrom(site, "/api/save", { method: "DELETE", headers });

  expect(form.headers["content-type"]).toContain("text/html");
  expect(form.body).toContain("another website");
  expect(called.status).toBe(403);
  expect(JSON.parse(called.body)).toEqual({
    message: expect.stringContaining("The Origin header is missing"),
  });
});

test.each([
  "/api/employee-login",
  "/API/employee-login",
  "/%61pi/employee-login",
  "/x/../api/employee-login",
])("a call to %s needs the value of its cookie as a header too", async (path) => {
  const site = await openSite();

  const bare = await post(site, path);
  const cookieOnly = await post(site, path, { headers: { Cookie: "XSRF-TOKEN=abc" } });
  const wrong = await call(site, path, { headers: { "X-XSRF-TOKEN": "abd=" } });
  const right = await call(site, path);

  expect([bare.status, cookieOnly.status, wrong.status]).toEqual([403, 403, 403]);
  expect(right.status).toBe(200);
});

test("a call by a token needs neither an Origin nor a cookie, and is refused with one; a page takes no token", async () => {
  const site = await openSite();
  const send = (path: string, headers: Record<string, string> = {}) =>
    requestFrom(site, path, { method: "POST", headers: { Authorization: "Bearer termbook_x", ...headers } });

  const byToken = await send("/api/mark-record");
  const withCookie = await send("/api/mark-record", { Cookie: "session=abc" });
  const reading = await requestFrom(site, "/api/subjects", {
    headers: { Authorization: "Bearer termbook_x", Cookie: "session=abc" },
  });
  const page = await send("/app/profile");
  const basic = await send("/api/mark-record", { Authorization: "Basic abc" });
  const none = await send("/api/mark-record", { Authorization: "Bearer" });

  expect(byToken.status).toBe(200);
  expect([withCookie.status, reading.status, page.status, basic.status]).toEqual([400, 400, 403, 403]);
  expect(none.status).toBe(200);
  expect(basic.body).toContain("The Origin header is missing");
  expect(page.body).toContain("another website");
});

test.each([
  ["/api/user-employee/john.data", "/api/user-employee/john%2Edata"],
  ["/img/students/a.data?size=1.data", "/img/students/a%2Edata?size=1.data"],
  ["/sanctum/x.data", "/sanctum/x%2Edata"],
  ["//api//students?search=a%2F%2Fb", "/api/students?search=a%2F%2Fb"],
])("%s is a name, not the data of a page", async (path, seen) => {
  const site = await openSite({ route: ({ request }) => new Response(request.url) });

  const { body } = await requestFrom(site, path);

  expect(body).toBe(site.origin + seen);
});

test("the data of a page is still the data of a page", async () => {
  const site = await openSite({ page: () => ({ mark: 42 }) });

  const { status, headers, body } = await requestFrom(site, "/page.data");

  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/x-script");
  expect(body).toContain("mark");
});

test("behind a proxy, routes see the public address and the visitor's own", async () => {
  const env = { PUBLIC_URL: "https://school.example", TRUST_PROXY: "true" };
  const route = ({ request, context }: { request: Request; context: { ip: string; secure: boolean } }) =>
    Response.json({
      url: request.url,
      host: request.headers.get("Host"),
      ip: context.ip,
      secure: context.secure,
    });
  const site = await openSite({ env, route });
  const headers = { "X-Forwarded-For": "6.6.6.6, 10.1.2.3", "X-Forwarded-Host": "evil.example" };

  const { body } = await requestFrom(site, "/where", { headers });

  expect(JSON.parse(body)).toEqual({
    url: "https://school.example/where",
    host: "school.example",
    ip: "10.1.2.3",
    secure: true,
  });
});

test("without TRUST_PROXY nobody chooses the address they are throttled by", async () => {
  const site = await openSite({ route: ({ context }) => new Response(context.ip) });

  const { body } = await requestFrom(site, "/where", { headers: { "X-Forwarded-For": "6.6.6.6" } });

  expect(body).toBe("127.0.0.1");
});

test("an expected error that a loader throws becomes its status, its kind and its words", async () => {
  const site = await openSite({
    page: () => {
      throw notFound("No such class");
    },
  });

  const { status, body } = await requestFrom(site, "/page");

  const { page } = JSON.parse(body) as { page: { status: number; data: unknown } };
  expect(status).toBe(404);
  expect(page).toMatchObject({ status: 404, data: { kind: "notFound", message: "No such class" } });
});

test("a surprise says nothing about itself", async () => {
  const site = await openSite({
    page: () => {
      throw new Error("relation marks does not exist");
    },
    route: () => {
      throw new Error("relation marks does not exist");
    },
  });

  const [page, resource] = await Promise.all([requestFrom(site, "/page"), requestFrom(site, "/save")]);

  expect([page.status, resource.status]).toEqual([500, 500]);
  expect(page.body + resource.body).not.toContain("marks");
});

test("an address that is none is refused, not passed on", async () => {
  const site = await openSite();

  const answer = await requestFrom(site, "http://elsewhere.example/page");

  expect(answer.status).toBe(400);
});

test("a long page travels as brotli or gzip with its length, a short one and a part of a file as they are", async () => {
  const long = "<p>mark</p>".repeat(200);
  const site = await openSite({
    route: ({ request }) => {
      const part = request.headers.has("Range");
      const body = request.url.endsWith("/short") ? "<p>mark</p>" : long;
      return new Response(body, { status: part ? 206 : 200, headers: { "Content-Type": "text/html" } });
    },
  });
  const headers = { "Accept-Encoding": "gzip, deflate, br" };

  const whole = await open(site, "/long", { headers });
  const zipped = await open(site, "/long", { headers: { "Accept-Encoding": "gzip, deflate" } });
  const short = await requestFrom(site, "/short", { headers });
  const part = await requestFrom(site, "/long", { headers: { ...headers, Range: "bytes=0-9" } });

  expect(whole.headers["content-encoding"]).toBe("br");
  const body = await buffer(whole);
  expect(whole.headers["content-length"]).toBe(String(body.length));
  expect(whole.headers.vary).toBe("Accept-Encoding");
  expect(brotliDecompressSync(body).toString()).toBe(long);
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(await buffer(zipped)).toString()).toBe(long);
  expect(short.headers).not.toHaveProperty("content-encoding");
  expect(part.headers).not.toHaveProperty("content-encoding");
});

test("a browser that left a page while a script was loading gets the rest of it, and not that of another encoding", async () => {
  const clientFiles = await mkdtemp(join(tmpdir(), "termbook-client-"));
  onTestFinished(() => rm(clientFiles, { recursive: true }));
  await mkdir(join(clientFiles, "assets"));
  const site = await openSite({ clientFiles });
  await writeFile(join(clientFiles, "assets", "sheet-1a2b.js"), "let mark;");
  const rest = (headers: Record<string, string>) =>
    requestFrom(site, "/assets/sheet-1a2b.js", { headers: { Range: "bytes=4-", ...headers } });

  const whole = await requestFrom(site, "/assets/sheet-1a2b.js");
  const same = await rest({ "If-Range": whole.headers.etag ?? "" });
  const other = await rest({ "If-Range": whole.headers.etag ?? "", "Accept-Encoding": "br" });
  const backwards = await rest({ "If-Range": whole.headers.etag ?? "", Range: "bytes=4-1" });
  const first = await rest({ "If-Range": whole.headers.etag ?? "", Range: "bytes=0-0" });

  expect(whole.headers.etag).toMatch(/^"/);
  expect([same.status, same.body, same.headers["content-range"]]).toEqual([206, "mark;", "bytes 4-8/9"]);
  expect([other.status, other.body]).toEqual([200, "let mark;"]);
  expect([backwards.status, backwards.body]).toEqual([200, "let mark;"]);
  expect([first.status, first.body]).toEqual([200, "let mark;"]);
});

test("the browser's files come compressed as they were built, are kept for good, and end in a plain 404", async () => {
  const clientFiles = await mkdtemp(join(tmpdir(), "termbook-client-"));
  onTestFinished(() => rm(clientFiles, { recursive: true }));
  await mkdir(join(clientFiles, "assets"));
  await writeFile(join(clientFiles, "icon.svg"), "<svg/>");
  const site = await openSite({ clientFiles });
  await writeFile(join(clientFiles, "assets", "sheet-1a2b.js"), "let mark;");
  await writeFile(join(clientFiles, "assets", "sheet-1a2b.css"), "td {}");
  await writeFile(join(clientFiles, "assets", "sheet-1a2b.js.br"), brotliCompressSync("let mark;"));
  const headers = { "Accept-Encoding": "br", Range: "bytes=9-1" };

  const asset = await open(site, "/assets/sheet-1a2b.js", { headers });
  const styles = await requestFrom(site, "/assets/sheet-1a2b.css");
  const missing = await requestFrom(site, "/assets/sheet-0000.js");
  const outside = await requestFrom(site, "/assets/..%2f..%2fetc/passwd");
  const icon = await requestFrom(site, "/icon.svg");

  expect(asset.statusCode).toBe(200);
  expect(asset.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect(brotliDecompressSync(await buffer(asset)).toString()).toBe("let mark;");
  expect(styles.headers["content-type"]).toBe("text/css; charset=utf-8");
  for (const name of ["content-security-policy", "referrer-policy", "cross-origin-opener-policy"])
    expect(styles.headers).not.toHaveProperty(name);
  expect([missing.status, outside.status]).toEqual([404, 404]);
  expect(missing.headers["cache-control"]).toBe("no-store");
  expect(icon.headers["cache-control"]).toBe("public, max-age=3600");
});

test.each([
  ["the age of the last backup", async () => "last backup 40 hours ago", "ready\nlast backup 40 hours ago\n"],
  ["nothing of backups where there are none", async () => null, "ready\n"],
  ["that visitors are served, whatever is known of backups", () => Promise.reject(new Error()), "ready\n"],
])("/readyz says %s", async (_, backupAge, words) => {
  const site = await openSite({ backupAge });

  const { status, body } = await requestFrom(site, "/readyz");

  expect([status, body]).toEqual([200, words]);
});

test("a proxy learns whether we live, and whether to send visitors", async () => {
  let database = false;
  let draining = false;
  const site = await openSite({ ready: async () => database, isDraining: () => draining });

  const alive = await requestFrom(site, "/healthz");
  const withoutDatabase = await requestFrom(site, "/readyz");
  database = true;
  const ready = await requestFrom(site, "/readyz");
  draining = true;
  const leaving = await requestFrom(site, "/readyz");

  expect(alive.status).toBe(200);
  expect([withoutDatabase.status, ready.status, leaving.status]).toEqual([503, 200, 503]);
  expect(leaving.headers.connection).toBe("close");
});

test("what is asked for its head alone is closed unread", async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const file = new ReadableStream({ pull: () => {}, cancel: () => close() });
  const headers = { "Content-Length": "9", "Content-Type": "application/pdf" };
  const site = await openSite({ route: () => new Response(file, { headers }) });

  const answer = await requestFrom(site, "/file", { method: "HEAD" });

  await closed;
  expect(answer).toMatchObject({ status: 200, body: "", headers: { "content-length": "9" } });
});

test("connections stay open for the next save", async () => {
  const site = await openSite();

  const { headers } = await requestFrom(site, "/healthz", { headers: { Connection: "keep-alive" } });

  expect(headers["keep-alive"]).toBe("timeout=75");
  expect(site.server.headersTimeout).toBeGreaterThan(site.server.keepAliveTimeout);
});

test("draining lets an open answer end and does not wait for a connection that nobody uses", async () => {
  const site = await openSite({ route: () => sleep(300, new Response("saved")) });
  const unused = createConnection(site.port, "127.0.0.1");
  const answer = requestFrom(site, "/save");
  const start = performance.now();

  await site.drain();

  const took = performance.now() - start;
  unused.destroy();
  expect(await answer).toMatchObject({ status: 200, body: "saved" });
  // Otherwise the server would wait for it as long as for an open response.
  expect(took).toBeLessThan(8_000);
  await expect(refused(site.port)).resolves.toBe("ECONNREFUSED");
});

test("draining answers all that was sent before it, also what has not been read yet", async () => {
  const site = await openSite({ route: () => sleep(100, new Response("saved")) });

  const requests = await Promise.all(Array.from({ length: 100 }, () => writeRequest(site)));
  await site.drain();

  const answers = await Promise.all(requests.map(({ answer }) => answer));
  expect(answers.filter((answer) => !answer.startsWith("HTTP/1.1 200 "))).toEqual([]);
});

/** Resolves when the request is in the hands of the operating system, whether the server has read it or not. */
async function writeRequest({ port, origin }: Site): Promise<{ answer: Promise<string> }> {
  const head = ["POST /save HTTP/1.1", `Host: 127.0.0.1:${port}`, `Origin: ${origin}`, "Content-Length: 0"];
  const socket = createConnection(port, "127.0.0.1");
  const answer = text(socket);
  await new Promise<unknown>((resolve) => {
    socket.write(`${head.join("\r\n")}\r\n\r\n`, resolve);
  });
  return { answer };
}

function refused(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const connection = createConnection(port, "127.0.0.1");
    connection.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    connection.on("connect", () => resolve("connected"));
  });
}
