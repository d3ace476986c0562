import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createDemoDatabase } from "#tests/support/demo.ts";
import { startWeb, temporaryDirectory, type WebProcess } from "#tests/support/server.ts";
import { databaseLine } from "./world/database-line.ts";

const HEALED_MS = 30_000;
/** This takes some 4 s when nothing else runs, and less than the 20 s after which a silent connection is given up. */
const SECONDS_MS = 15_000;
const databaseUrl = await createDemoDatabase("primary");
const dataDir = await temporaryDirectory();

test("a web process heals within 30 s when its connections to the database die in silence", async () => {
  const line = await databaseLine(databaseUrl);
  const web = await startWeb({ databaseUrl: line.url, dataDir });
  await manyPages(web);

  const underWay = manyPages(web);
  line.silence();
  const began = Date.now();
  await underWay;
  const healed = Date.now() - began;
  const after = await manyPages(web);

  expect(healed).toBeLessThan(HEALED_MS);
  expect(after.every((status) => status === 200)).toBe(true);
});

test("connections that died while nobody used them cost a page seconds, and no page its answer", async () => {
  const line = await databaseLine(databaseUrl);
  const web = await startWeb({ databaseUrl: line.url, dataDir });
  await manyPages(web);
  await sleep(3_000);

  line.silence();
  const began = Date.now();
  const pages = await manyPages(web);

  expect(pages.every((status) => status === 200)).toBe(true);
  expect(Date.now() - began).toBeLessThan(SECONDS_MS);
});

test.each([
  ["page", "GET", "/", "text/html"],
  ["call", "GET", "/api/current-term", "application/json"],
  ["save", "POST", "/app/mark-sheet/1/20252026/1/save", "application/json"],
])("while the database is away a %s is answered 503 with a time to come again", async (...given) => {
  const [, method, path, accept] = given;
  const line = await databaseLine(databaseUrl);
  const web = await startWeb({ databaseUrl: line.url, dataDir });
  const headers = { Accept: accept, Origin: web.origin, Cookie: "session=not-known-to-anybody" };

  line.close();
  const away = await fetch(new URL(path, web.origin), { method, headers });
  const ready = await fetch(new URL("/readyz", web.origin));
  line.open();
  const back = await fetch(web.origin);

  expect([away.status, ready.status, back.status]).toEqual([503, 503, 200]);
  expect(away.headers.get("Retry-After")).toBe("5");
  expect(ready.headers.get("Retry-After")).toBe("5");
  expect(away.headers.get("Content-Type")).toContain(accept);
});

/** Requests more pages at once than the process has connections. */
function manyPages({ origin }: WebProcess): Promise<number[]> {
  const input = Array.from({ length: 20 }, () => fetch(origin).then(({ status }) => status));
  return Promise.all(input);
}
