import { createServer, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { OWN_RESPONSE_HEADER } from "#domain/paths.ts";
import { ROLLOVER_UNDER_WAY, TERM_NOT_STARTED } from "#domain/rollover/under-way-message.ts";
import { sendSave } from "#saving/client/send.ts";

const request = { saveId: "save-1", rows: [{ row: "17", base: 5, changes: { mark: 68 } }] };
const results = [{ row: "17", outcome: "saved", stored: { version: 6, values: { mark: 68 } } }];
const receipt = { total: 1, saved: 1, absent: 0, noWork: 0, blank: 0 };

const OURS = { [OWN_RESPONSE_HEADER]: "1", "Content-Type": "application/json" };

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test.each([
  { title: "an answer", status: 200, body: { results, receipt }, kind: "answered" },
  {
    title: "an answer that leaves a row out",
    status: 200,
    body: { results: [], receipt },
    kind: "unreadable",
  },
  { title: "a page that a network put in between", status: 200, body: "<html>", kind: "unreadable" },
  { title: "a filter's page", status: 403, body: "<html>", kind: "unreadable" },
  { title: "an ended session", status: 401, body: { reason: "Sign in to continue." }, kind: "signed-out" },
  { title: "a redirect to the network's own sign-in", status: 302, body: "", kind: "unreadable" },
  {
    title: "a sheet that was closed",
    status: 409,
    body: { reason: "this term is over" },
    kind: "turned-down",
  },
  { title: "a function not allowed", status: 403, body: { reason: "not allowed" }, kind: "turned-down" },
  { title: "a fault of our server", status: 500, body: { reason: "oh" }, kind: "failing" },
  { title: "a fault of our server that says nothing", status: 500, body: "", kind: "failing" },
  {
    title: "a refusal before the routes",
    status: 403,
    body: { message: "Not from here." },
    kind: "turned-down",
  },
  { title: "a refusal that says nothing", status: 422, body: "", kind: "unreadable" },
  {
    title: "a term that is being turned",
    status: 503,
    body: { reason: ROLLOVER_UNDER_WAY },
    kind: "turning",
  },
  { title: "a term whose start was undone", status: 503, body: { reason: TERM_NOT_STARTED }, kind: "early" },
  { title: "a database that is away", status: 503, body: { reason: "not now" }, kind: "failing" },
  { title: "a fault of a gateway", status: 502, body: "<html>", kind: "unreachable" },
  { title: "a gateway that is too busy", status: 429, body: "", kind: "unreachable" },
])("$title makes an attempt $kind", async ({ status, body, kind }) => {
  const saveUrl = await serve(status, body);

  const attempt = await sendSave({ saveUrl, account: 7 }, request);

  expect(attempt.kind).toBe(kind);
});

test.each([
  { title: "a page", status: 200, body: "<html>" },
  { title: "a redirect", status: 302, body: "" },
  { title: "a sign-in of its own", status: 401, body: { message: "Sign in to the network." } },
  { title: "a refusal", status: 403, body: { reason: "blocked" } },
  { title: "a page that is not there", status: 404, body: { message: "Not found." } },
  { title: "its own status", status: 511, body: "<html>" },
])("$title of a network is never taken for the server's", async ({ status, body }) => {
  const saveUrl = await serve(status, body, {});

  const attempt = await sendSave({ saveUrl, account: 7 }, request);

  expect(attempt.kind).toBe("unreadable");
});

test("the reason of being turned down is the server's", async () => {
  const saveUrl = await serve(409, { reason: "this term is over" });

  const attempt = await sendSave({ saveUrl, account: 7 }, request);

  expect(attempt).toEqual({ kind: "turned-down", reason: "this term is over" });
});

test("a server that is not there is unreachable", async () => {
  const saveUrl = await serve(200, "");
  closing.splice(0)[0]?.();

  const attempt = await sendSave({ saveUrl, account: 7 }, request);

  expect(attempt).toEqual({ kind: "unreachable" });
});

/** Answers like our own server, unless other headers are given. */
function serve(status: number, body: unknown, headers: OutgoingHttpHeaders = OURS): Promise<string> {
  const server = createServer((_asked, answer) => {
    answer.writeHead(status, { ...headers, ...(status === 302 && { Location: "/" }) });
    answer.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve(`http://127.0.0.1:${port}/save`);
    });
  });
}
