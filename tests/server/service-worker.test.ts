import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SERVICE_WORKER_FILE } from "#domain/offline-page.ts";
import {
  createPageCopy,
  listPageFiles,
  isCopyShowable,
  compareWithCopy,
  type ServedPage,
} from "#server/service-worker/copy.ts";
import {
  isGatewayFault,
  isPage,
  isPageRefused,
  planRequest,
  noConnectionPage,
} from "#server/service-worker/requests.ts";
import { requestFrom, openSite } from "./site.ts";

const ORIGIN = "https://school.example";
const SHEET = `${ORIGIN}/app/mark-sheet/7/202520263/1`;
const NOON = new Date("2026-06-26T16:00:00.000Z");
const HOUR_MS = 60 * 60 * 1_000;

test.each([
  ["navigate", "GET", "/app/mark-sheet/7/202520263/1", "answer-page"],
  ["navigate", "GET", "/app/profile?tab=1", "answer-page"],
  ["navigate", "POST", "/app/sign-out", "sign-out"],
  ["cors", "POST", "/app/sign-out", "sign-out"],
  ["navigate", "POST", "/app/mark-sheet/7/202520263/1", "leave"],
  ["navigate", "GET", "/api/mark-sheet?format=pdf", "leave"],
  ["navigate", "GET", "/", "leave"],
  ["cors", "GET", "/assets/sheet-1a2b.js", "own-file"],
  ["cors", "POST", "/app/mark-sheet/7/202520263/1/save", "leave"],
  ["cors", "GET", "/app/mark-sheet/7/202520263/1.data", "leave"],
  ["cors", "GET", "/app/session-state", "leave"],
  ["no-cors", "GET", "/img/students/17-1a2b.webp", "leave"],
])("the worker sees %s %s %s: %s", (mode, method, path, plan) => {
  expect(planRequest({ mode, method, url: ORIGIN + path })).toBe(plan);
});

test.each([
  [200, "text/html; charset=utf-8", { page: true, turnedAway: false, gateway: false }],
  [200, "application/pdf", { page: false, turnedAway: false, gateway: false }],
  [404, "text/html; charset=utf-8", { page: false, turnedAway: true, gateway: false }],
  [403, "text/html; charset=utf-8", { page: false, turnedAway: true, gateway: false }],
  [302, "text/html; charset=utf-8", { page: false, turnedAway: true, gateway: false }],
  [429, "text/html; charset=utf-8", { page: false, turnedAway: false, gateway: false }],
  [500, "text/html; charset=utf-8", { page: false, turnedAway: false, gateway: false }],
  [502, "text/html", { page: false, turnedAway: false, gateway: true }],
  [503, "text/html", { page: false, turnedAway: false, gateway: true }],
  [504, "text/html", { page: false, turnedAway: false, gateway: true }],
])("an answer of %i, %s", (status, type, expected) => {
  const answer = new Response("", { status, headers: { "Content-Type": type } });

  const found = { page: isPage(answer), turnedAway: isPageRefused(answer), gateway: isGatewayFault(answer) };

  expect(found).toEqual(expected);
});

test("a copy says that it is one and since when, and keeps the policy that its scripts run under", async () => {
  const copy = createPageCopy(givenPage({ "Set-Cookie": "session=1", "Content-Length": "9" }));

  const html = await copy.text();
  expect(html).toContain('<html data-stored-at="2026-06-26T16:00:00.000Z" lang="en">');
  expect(html).toContain("<tbody>");
  expect(Object.fromEntries(copy.headers)).toEqual({
    "cache-control": "no-store",
    "content-security-policy": "script-src 'self' 'nonce-abc'",
    "content-type": "text/html; charset=utf-8",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-stored-at": "2026-06-26T16:00:00.000Z",
    "x-stored-for": "17",
    "x-stored-title": "Science%20%26amp%3B%20Art",
  });
});

test("a page names the scripts and style sheets that it needs, not the pictures of students", () => {
  const html =
    '<link rel="stylesheet" href="/assets/first-1a.css"/><link rel="modulepreload" href="/assets/app-2b.js"/>' +
    '<img src="/img/students/17.webp"/><script>import "/assets/manifest-3c.js";import * as r from "/assets/app-2b.js"</script>';

  const files = listPageFiles(html);

  expect(files).toEqual(["/assets/first-1a.css", "/assets/app-2b.js", "/assets/manifest-3c.js"]);
});

test.each([
  ["its account, a moment later", "17", "17", 1, true],
  ["its account, just under 12 hours later", "17", "17", 12 * HOUR_MS - 1, true],
  ["its account, 12 hours later", "17", "17", 12 * HOUR_MS, false],
  ["its account, by a clock that went back", "17", "17", -1, false],
  ["another account", "17", "18", 1, false],
  ["nobody who is signed in", "17", null, 1, false],
  ["anybody, when it says of no account", null, null, 1, false],
])("a copy is shown to %s", (_whom, account, here, ms, shown) => {
  const copy = { url: SHEET, account, storedAt: NOON.toISOString() };

  expect(isCopyShowable(copy, here, new Date(NOON.getTime() + ms))).toBe(shown);
});

test.each([
  ["/app/mark-sheet/7/202520263/1", "same"],
  ["/app/mark-sheet/7/202520263/1#row-17", "same"],
  ["/app/mark-sheet/7/202520263/1/history/17", "under"],
  ["/app/mark-sheet/7/202520263/1?term=2", "other"],
  ["/app/mark-sheet/7/202520263/10", "other"],
  ["/app/mark-sheet/7/202520263", "other"],
])("to %s a copy of …/1 is the %s", (path, relation) => {
  expect(compareWithCopy({ url: SHEET }, ORIGIN + path)).toBe(relation);
});

test("without a copy the worker's own page offers to try again, with one it leads there", async () => {
  const stored = { url: SHEET, account: "17", storedAt: NOON.toISOString(), title: "Science &amp; Art" };

  const [without, withCopy] = [
    noConnectionPage(null),
    noConnectionPage({ ...stored, response: createPageCopy(givenPage({})) }),
  ];

  const pages = [await without.text(), await withCopy.text()];
  expect([without.status, withCopy.status]).toEqual([503, 503]);
  expect(pages.map((html) => html.includes('href=""'))).toEqual([true, true]);
  expect(pages[0]).not.toContain("To continue, open");
  expect(pages[1]).toMatch(/<a href="\/app\/mark-sheet\/7\/202520263\/1"[^>]*><strong>Science &amp; Art</);
});

test("the worker's file is asked for at each visit, answered only when it has changed, and may load nothing", async () => {
  const clientFiles = await mkdtemp(join(tmpdir(), "termbook-client-"));
  onTestFinished(() => rm(clientFiles, { recursive: true }));
  const site = await openSite({ clientFiles });
  await mkdir(join(clientFiles, "app"));
  await writeFile(join(clientFiles, SERVICE_WORKER_FILE), "let worker;");

  const first = await requestFrom(site, SERVICE_WORKER_FILE);
  const again = await requestFrom(site, SERVICE_WORKER_FILE, {
    headers: { "If-None-Match": first.headers.etag },
  });

  expect(first).toMatchObject({ status: 200, body: "let worker;" });
  expect(first.headers).toMatchObject({
    "content-type": "text/javascript",
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'",
    "x-content-type-options": "nosniff",
  });
  expect(again.status).toBe(304);
});

function givenPage(headers: Record<string, string>): ServedPage {
  return {
    url: SHEET,
    account: "17",
    at: NOON,
    html: '<!DOCTYPE html><html lang="en"><head><title>Science &amp; Art - Termbook</title></head><tbody></tbody></html>',
    headers: new Headers({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "script-src 'self' 'nonce-abc'",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      ...headers,
    }),
  };
}
