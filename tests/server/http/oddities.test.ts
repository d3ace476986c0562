import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startProduct, type WebProcess } from "#tests/support/server.ts";
import { signedIn } from "./signed-in.ts";

const SLOW = 60_000;
const SHEET = "/app/mark-sheet/1/202520263/1";
const FORM = "Content-Type: application/x-www-form-urlencoded";
const PARTS = "Content-Type: multipart/form-data; boundary=b";

/** A request's first line, with its headers and body. */
const ODDITIES: readonly (readonly [string, string[]?, string?])[] = [
  ["GET /% HTTP/1.1"],
  ["GET /app/%E0%A4%A HTTP/1.1"],
  ["GET /app/mark-sheet/%00 HTTP/1.1"],
  ["GET /img/students/%00.jpg HTTP/1.1"],
  ["GET /api/user-employee/%00 HTTP/1.1"],
  ["GET /assets/%00 HTTP/1.1"],
  ["GET /assets/..%2f..%2f..%2fetc/passwd HTTP/1.1"],
  ["GET //evil.example/x HTTP/1.1"],
  ["GET http://evil.example/ HTTP/1.1"],
  ["OPTIONS * HTTP/1.1"],
  ["GET /?next=%E0%A4%A&next=%00 HTTP/1.1"],
  ["GET /?step=password&next=//evil.example HTTP/1.1"],
  ["GET /app/late-board?%00=%00&term=%ff HTTP/1.1"],
  ["GET /app/comment-bank?q=%00 HTTP/1.1"],
  ["GET /app/comment-bank/%F0%9F%98%80 HTTP/1.1"],
  ["GET /app/term-reports/1/202520263/1/search?q=%00%ED%A0%80 HTTP/1.1"],
  ["GET /app/term-reports/99999999999999999999/1/1 HTTP/1.1"],
  ["GET /app/mark-sheet/teachers/-1e99 HTTP/1.1"],
  ["GET /app/mark-sheet?_data=routes%2Fnowhere HTTP/1.1"],
  ["GET /app.data?_routes=nowhere HTTP/1.1"],
  ["GET /_root.data?index HTTP/1.1"],
  ["GET /nowhere.data HTTP/1.1"],
  ["GET /__manifest?p=%00 HTTP/1.1"],
  ["GET /api/mark-sheet?lesson_id=%00&term=x HTTP/1.1"],
  ["GET /api/user-employee/__proto__ HTTP/1.1"],
  ["HEAD /app/mark-sheet HTTP/1.1"],
  ["PROPFIND /app HTTP/1.1"],
  ["TRACE /app HTTP/1.1"],
  ["POST /nowhere HTTP/1.1", [FORM], "a=1"],
  ["POST /app HTTP/1.1", [FORM], "a=1"],
  ["POST / HTTP/1.1", [FORM], "a=1"],
  [`POST ${SHEET} HTTP/1.1`, [FORM], "mark.1=%00&base.1=%00"],
  [`POST ${SHEET} HTTP/1.1`, ["Content-Type: nonsense"], "a"],
  [`POST ${SHEET} HTTP/1.1`, [PARTS], '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'],
  [`POST ${SHEET}/save HTTP/1.1`, ["Content-Type: application/json"], "{"],
  [`POST ${SHEET}/save HTTP/1.1`, ["Content-Type: application/json"], '{"saveId":"\\u0000","rows":[]}'],
  ["POST /app/profile HTTP/1.1", [FORM], "intent=end-session&sessionId=99999999999999999999"],
  ["POST /app/profile HTTP/1.1", [FORM], "currentPassword=%00&newPassword=%00&confirmPassword=%00"],
  ["POST /app/profile/signature HTTP/1.1", [PARTS], "--b\r\nnonsense"],
  ["POST /app/profile/signature HTTP/1.1", ["Content-Type: multipart/form-data"], "a"],
  ["POST /app/comment-bank HTTP/1.1", [FORM], "phrase=%00%ED%A0%80"],
  [
    "POST /app/unsent/names HTTP/1.1",
    ["Content-Type: application/json"],
    '{"targets":[{"target":"\\u0000","rows":[]}]}',
  ],
  [
    "POST /app/sign-in-again HTTP/1.1",
    ["Content-Type: application/json"],
    '{"userName":"\\u0000","password":"a"}',
  ],
  ["POST /?index HTTP/1.1", [FORM], "intent=password&userName=%00&password=%00"],
  ["POST /?index HTTP/1.1", [FORM], "userName=%00"],
  ["GET / HTTP/1.1", ['Cookie: session=%E0%A4%A; __Host-session="; user-name=%']],
  ["GET / HTTP/1.1", ["Accept: ,;q=", "Accept-Encoding: br;q=x, *", "Accept-Language: \u00ff"]],
  ["GET /app HTTP/1.1", ['If-None-Match: "', "Range: bytes=9-1, x", "Content-Length: 0"]],
  ["GET /img/students/1.jpg HTTP/1.1", ["Range: bytes=-"]],
];

test("nothing odd that visitors send is an error in the log", { timeout: SLOW }, async () => {
  const { web, origin } = await startProduct();
  const cookie = await signedIn(origin);

  const failed: string[] = [];
  for (const [line, headers = [], body = ""] of ODDITIES) {
    for (const own of [[], [`Cookie: ${cookie}`]]) {
      const status = await answerOf(web, { line, headers: [...headers, ...own], body });
      if (!(status < 500)) failed.push(`${line} ${body}: ${status}`);
    }
  }
  await leaveHalfWay(web);

  expect(failed).toEqual([]);
  expect(linesOf(web.output()).filter((line) => !line.includes("fsync=off"))).toEqual([]);
});

type Sent = { line: string; headers: string[]; body: string };

/** Sends over a bare connection, because an ordinary client would refuse to send it. */
function answerOf({ origin }: WebProcess, { line, headers, body }: Sent): Promise<number> {
  const { host, hostname, port } = new URL(origin);
  const usual = [`Host: ${host}`, `Origin: ${origin}`, "Connection: close"];
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  const connection = createConnection(Number(port), hostname);
  connection.write(`${[line, ...usual, ...length, ...headers].join("\r\n")}\r\n\r\n${body}`, "latin1");
  return new Promise((answer) => {
    let text = "";
    connection.on("data", (data) => (text += data.toString("latin1")));
    connection.on("close", () => answer(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])));
    connection.on("error", () => answer(NaN));
  });
}

/** Disconnects before the request is complete, or before its response is. */
async function leaveHalfWay({ origin }: WebProcess): Promise<void> {
  const { host, hostname, port } = new URL(origin);
  const beginnings = [
    "GET /app",
    "NONSENSE",
    `POST / HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${FORM}\r\nContent-Length: 9\r\n\r\na=`,
    `POST /app/profile/signature HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${PARTS}\r\nContent-Length: 99\r\n\r\n--b`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ];
  for (const beginning of beginnings) {
    const connection = createConnection(Number(port), hostname);
    connection.on("error", () => {});
    connection.write(beginning);
    await sleep(50);
    connection.resetAndDestroy();
  }
  await sleep(300);
}

/** The databases of tests are not durable, so the process logs a warning when it starts. */
function linesOf(output: string): string[] {
  return output.split("\n").filter(Boolean);
}
