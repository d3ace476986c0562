import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { allRoutes } from "#tests/support/routes.ts";
import { startProduct } from "#tests/support/server.ts";
import { readSource } from "#tests/support/source.ts";
import { signedIn } from "./signed-in.ts";

const LENGTH = 240 * 1024;
const PATIENCE_MS = 300_000;
/** The attacks that these tests guard against took seconds and minutes; a busy machine may need a moment. */
const AT_MOST_MS = 1_000;
/** Asking without a pause would keep the processor busier than the forms do. */
const LOOK_AGAIN_MS = 20;
const SHARES = 24;
const SIGN_IN = "/?index";
const FORM = "application/x-www-form-urlencoded";
const BOUNDARY = "----of-the-tests";
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** Each body is as long as a form may be. */
const SHAPES: readonly { shape: string; type: string; body: string }[] = [
  ...["a", "userName", "password", "newPassword", "phrase", "mark.17", "seen.17", "__intent__"].map((name) =>
    form(`${name} many times`, () => `${name}=a&`),
  ),
  form("many names", (place) => `a${place}=&`),
  form("many rows", (place) => `mark.${place + 1}=5&base.${place + 1}=0&`),
  form("many paths", (place) => `a[${place}].b=&`),
  form("one path that goes deep", (place) => (place === 0 ? "a" : ".a")),
  form("a path that goes far", () => "a[999999999]=1&"),
  form("one long value", (place) => (place === 0 ? "intent=password&password=" : "a")),
  form("only signs", () => "&=&"),
  form("what is no text", () => "%ff"),
  form("what is half encoded", () => "%"),
  ...["password", "currentPassword", "userName", "phrase", "search"].flatMap(combiningMarks),
  { shape: "an order to the library", type: FORM, body: "__intent__=%7B%7D&__state__=%5B" },
  { shape: "no order to the library", type: FORM, body: "__intent__=%7B&userName=a" },
  { shape: "many parts", type: MULTIPART, body: parts((place) => `a${place}`) },
  { shape: "one part many times", type: MULTIPART, body: parts(() => "userName") },
  { shape: "parts without an end", type: MULTIPART, body: `--${BOUNDARY}\r\n`.repeat(LENGTH / 30) },
  { shape: "deep JSON", type: "application/json", body: "[".repeat(LENGTH) },
  { shape: "closed deep JSON", type: "application/json", body: nested("[", "]") },
  { shape: "deep objects", type: "application/json", body: nested('{"rows":', "}") },
  {
    shape: "many rows of JSON",
    type: "application/json",
    body: JSON.stringify({ rows: Array.from({ length: 20_000 }, (_, row) => ({ row })) }),
  },
];

test(
  "no form that somebody makes up keeps others waiting, nor is it an error of ours",
  { timeout: PATIENCE_MS },
  async () => {
    const product = await startProduct();
    const cookie = await signedIn(product.origin);

    for (const [place, path] of formPaths().entries()) {
      for (const sent of shapesFor(path, place)) {
        const { status, waitedMs } = await leastWait(product.origin, { path, cookie, ...sent });
        expect(waitedMs, `${path}, ${sent.shape}`).toBeLessThanOrEqual(AT_MOST_MS);
        expect(status, `${path}, ${sent.shape}`).toBeLessThan(500);
      }
    }

    expect(product.web.output()).not.toMatch(/"level":[56]0/);
  },
);

/**
 * Returns all shapes for addresses that anybody can reach; for other addresses, which are many and alike, one in
 * twenty-four.
 */
function shapesFor(path: string, position: number): typeof SHAPES {
  return path === SIGN_IN || path.startsWith("/api/")
    ? SHAPES
    : SHAPES.filter((_shape, index) => index % SHARES === position % SHARES);
}

/** Lists every address that takes a form, and two of the API; the sign-in comes last, because it is throttled. */
function formPaths(): string[] {
  const withAction = allRoutes().filter(({ file }) =>
    /^export (async )?function action/m.test(readSource(file)),
  );
  const paths = withAction.map(({ pattern }) => pattern).filter((pattern) => !pattern.endsWith("*"));
  const calls = ["/api/employee-login", "/api/term-marks-record"];
  return [...paths.filter((path) => path !== "/" && path !== "/app/sign-out"), ...calls, SIGN_IN].map(
    filledIn,
  );
}

function filledIn(pattern: string): string {
  return pattern
    .replace(":termId", "202520263")
    .replace(":field", "teacher_comment")
    .replaceAll(/:\w+/g, "1");
}

type Sent = { path: string; cookie: string; type: string; body: string };

/** Takes the shortest time, so that a busy moment of the machine does not count. */
async function leastWait(origin: string, sent: Sent): Promise<{ status: number; waitedMs: number }> {
  let least = await waitDuring(origin, sent);
  for (let again = 0; again < 3 && least.waitedMs > AT_MOST_MS; again += 1) {
    const next = await waitDuring(origin, sent);
    if (next.waitedMs < least.waitedMs) least = next;
  }
  return least;
}

async function waitDuring(origin: string, sent: Sent): Promise<{ status: number; waitedMs: number }> {
  let answered = false;
  const answering = post(origin, sent).finally(() => (answered = true));
  let waitedMs = 0;
  while (!answered) {
    const began = performance.now();
    await fetch(`${origin}/healthz`).then((answer) => answer.text());
    waitedMs = Math.max(waitedMs, Math.round(performance.now() - began));
    await sleep(LOOK_AGAIN_MS);
  }
  return { status: await answering, waitedMs };
}

async function post(origin: string, { path, cookie, type, body }: Sent): Promise<number> {
  const proof = { Cookie: `${cookie}; XSRF-TOKEN=a`, "X-XSRF-TOKEN": "a" };
  const headers = { Origin: origin, "Content-Type": type, ...(path === SIGN_IN ? {} : proof) };
  const answer = await fetch(origin + path, { method: "POST", headers, body, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status;
}

function form(shape: string, field: (index: number) => string) {
  let body = "";
  for (let place = 0; body.length < LENGTH - 60; place += 1) body += field(place);
  return { shape, type: FORM, body };
}

/** Composing letters takes a time that grows with the square of the marks on one letter when these must be sorted. */
function combiningMarks(name: string): { shape: string; type: string; body: string }[] {
  const half = Math.floor((LENGTH - 2_000) / 4);
  const marks = `a${"\u0301".repeat(half)}${"\u0316".repeat(half)}`;
  const others = { name: "a", userName: "a", password: "a", newPassword: "a", confirmPassword: "a" };
  const fields = { intent: name === "phrase" ? "add" : "password", ...others, [name]: marks };
  const sent = Object.entries(fields);
  const part = ([field, value]: string[]) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
  const shape = `combining marks in ${name}`;
  return [
    { shape, type: FORM, body: sent.map(([field, value]) => `${field}=${value}`).join("&") },
    { shape, type: MULTIPART, body: `${sent.map(part).join("")}--${BOUNDARY}--\r\n` },
    { shape, type: "application/json", body: JSON.stringify(fields) },
  ];
}

function parts(name: (index: number) => string): string {
  let body = "";
  for (let place = 0; body.length < LENGTH - 200; place += 1) {
    body += `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name(place)}"\r\n\r\na\r\n`;
  }
  return `${body}--${BOUNDARY}--\r\n`;
}

function nested(open: string, close: string): string {
  const depth = Math.floor(LENGTH / (open.length + close.length)) - 1;
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}
