import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { sendSave } from "#saving/client/send.ts";

const request = { saveId: "save-1", rows: [{ row: "17", base: 5, changes: { mark: 68 } }] };
const results = [{ row: "17", outcome: "saved", stored: { version: 6, values: { mark: 68 } } }];
const receipt = { total: 1, saved: 1, absent: 0, noWork: 0, blank: 0 };

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
  { title: "an ended session", status: 401, body: { reason: "Sign in to go on." }, kind: "signed-out" },
  { title: "a redirect to the sign-in", status: 302, body: "", kind: "signed-out" },
  {
    title: "a sheet that was closed",
    status: 409,
    body: { reason: "this term is over" },
    kind: "turned-down",
  },
  { title: "a function not allowed", status: 403, body: { reason: "not allowed" }, kind: "turned-down" },
  { title: "a fault of our server", status: 500, body: { reason: "oh" }, kind: "failing" },
  { title: "a fault of a gateway", status: 502, body: "<html>", kind: "unreachable" },
  { title: "a gateway that is too busy", status: 429, body: "", kind: "unreachable" },
])("$title makes an attempt $kind", async ({ status, body, kind }) => {
  const saveUrl = await serve(status, body);

  const attempt = await sendSave({ saveUrl, account: 7 }, request);

  expect(attempt.kind).toBe(kind);
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

function serve(status: number, body: unknown): Promise<string> {
  const server = createServer((_asked, answer) => {
    answer.writeHead(status, status === 302 ? { Location: "/" } : { "Content-Type": "application/json" });
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
