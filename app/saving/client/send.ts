import { trackUrgentRequest } from "#ui/loading/free-line.ts";
import { fetchJson, isPlainObject, PATIENCE_MS, toRequestInit } from "./fetch-json.ts";
import { ROLLOVER_UNDER_WAY, TERM_NOT_STARTED } from "#domain/rollover/under-way-message.ts";
import { WAIT_TIME_HEADER, type SaveReply, type SaveRequest } from "../protocol/protocol.ts";

/** The result of one attempt to send a request. The first two end the request; after any other, it is repeated. */
export type SendResult =
  | { kind: "answered"; reply: SaveReply }
  | { kind: "turned-down"; reason: string }
  | { kind: "signed-out" }
  /** Our own server responded that it could not save. Another attempt, or fewer rows, may succeed. */
  | { kind: "failing" }
  /** A rollover is running, which takes seconds. The request itself is not at fault. */
  | { kind: "turning" }
  /** The term of the rows has not started, because its start was undone. The rows wait until it starts again. */
  | { kind: "early" }
  /** A system between the device and the server responded, such as a web filter or a network's sign-in. */
  | { kind: "unreadable" }
  | { kind: "unreachable" };

/** The statuses with which a gateway reports that it cannot reach the server. */
const GATEWAY_FAULTS = new Set([502, 503, 504]);

/** The maximum number of bytes that a browser sends for a page that is closing. */
const MOST_CARRIED = 60_000;

/** The URL to which rows are sent, and the account that typed them. */
export type SaveDestination = { saveUrl: string; account: number };

/** Shorter delays are not reported, so that requests stay small. */
const WORTH_TELLING_MS = 10_000;

/** Sends a request. `since` is the time when its oldest row was typed, in milliseconds. */
export async function sendSave(
  destination: SaveDestination,
  request: SaveRequest,
  typedAt?: number,
): Promise<SendResult> {
  return attemptOf(await fetchJson(destination.saveUrl, posted(destination, request, typedAt)), request);
}

/**
 * Reads the answer to a request that the page sent before its scripts had loaded. Null if it says nothing about the
 * rows, or does not come in time.
 */
export async function readEarlyAnswer(
  answer: Promise<unknown>,
  request: SaveRequest,
): Promise<SendResult | null> {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const body = await trackUrgentRequest(Promise.race([answer, tooLate]));
  return answers(body, request) ? { kind: "answered", reply: body } : null;
}

/** Sends a request while the page closes. No page is left to read the response, so the request is repeated later. */
export function sendOnUnload(destination: SaveDestination, request: SaveRequest): void {
  const post = toRequestInit(posted(destination, request));
  if ((post.body ?? "").length > MOST_CARRIED) return;
  fetch(destination.saveUrl, { ...post, keepalive: true }).catch(() => undefined);
}

/**
 * Builds the HTTP request. `X-Account` is the account that typed the rows. If somebody else has since signed in on the
 * device, the response is 401 and the rows wait, so that no mark is saved in another person's name.
 */
function posted({ account }: SaveDestination, request: SaveRequest, since = Date.now()) {
  const headers: Record<string, string> = { "X-Account": String(account) };
  const waitedMs = Date.now() - since;
  if (waitedMs >= WORTH_TELLING_MS) headers[WAIT_TIME_HEADER] = String(Math.round(waitedMs / 1000));
  return { json: request, headers };
}

function attemptOf(
  { kind, status, body }: Awaited<ReturnType<typeof fetchJson>>,
  request: SaveRequest,
): SendResult {
  switch (kind) {
    case "signed-out":
      return { kind: "signed-out" };
    case "not-ours":
      return { kind: "unreadable" };
    case "not-now":
    case "unreachable":
      return { kind: "unreachable" };
    case "failed":
      return { kind: failureOf(status, reasonIn(body)) };
    case "refused": {
      const reason = reasonIn(body);
      return reason === null ? { kind: "unreadable" } : { kind: "turned-down", reason };
    }
    case "ok":
      return answers(body, request) ? { kind: "answered", reply: body } : { kind: "unreadable" };
  }
}

function failureOf(status: number, reason: string | null): "turning" | "early" | "failing" | "unreachable" {
  if (reason === ROLLOVER_UNDER_WAY) return "turning";
  if (reason === TERM_NOT_STARTED) return "early";
  return reason === null && GATEWAY_FAULTS.has(status) ? "unreachable" : "failing";
}

/**
 * Returns the error message. Errors of checks that run before the routes, such as the check of the origin, have it in
 * `message`.
 */
function reasonIn(body: unknown): string | null {
  if (!isPlainObject(body)) return null;
  const reason = body.reason ?? body.message;
  return typeof reason === "string" ? reason : null;
}

/** Tells whether the body is our server's reply about all sent rows, rather than a page of a system in between. */
function answers(body: unknown, { rows }: SaveRequest): body is SaveReply {
  if (!isPlainObject(body) || !Array.isArray(body.results) || !isPlainObject(body.receipt)) return false;
  const answered = new Set(body.results.map((result: unknown) => (isResult(result) ? result.row : null)));
  return rows.every(({ row }) => answered.has(row));
}

function isResult(result: unknown): result is { row: string } {
  return isPlainObject(result) && isPlainObject(result.stored) && typeof result.stored.version === "number";
}
