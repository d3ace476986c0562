import { fetchJson, isRecord, requestOf, type FetchResult } from "./fetch-json.ts";
import { ROLLOVER_UNDER_WAY } from "#domain/rollover/under-way-message.ts";
import { WAITED, type SaveReply, type SaveRequest } from "../protocol/protocol.ts";

/** The result of one attempt. The first two end a request; after the others, the request is repeated. */
export type Attempt =
  | { kind: "answered"; reply: SaveReply }
  | { kind: "turned-down"; reason: string }
  | { kind: "signed-out" }
  /** Our own server answered that it could not save. Another try may help, or fewer rows at once. */
  | { kind: "failing" }
  /** The rollover is running. That takes seconds, and is no fault of the request. */
  | { kind: "turning" }
  /** Something on the way answered in the server's place, such as a school's filter, or the network's own sign-in. */
  | { kind: "unreadable" }
  | { kind: "unreachable" };

/** Statuses with which a gateway reports a server that it does not reach. */
const GATEWAY_FAULTS = new Set([502, 503, 504]);

/** The most that a browser sends for a page that is closed. */
const MOST_CARRIED = 60_000;

/** The address to which rows are sent, and the account that typed them. */
export type Destination = { saveUrl: string; account: number };

/** Shorter waits are not reported, so that each save carries as little as it can. */
const WORTH_TELLING_MS = 10_000;

/** Sends a request; `since` is when its oldest row was typed, in milliseconds. */
export async function sendSave(to: Destination, request: SaveRequest, since?: number): Promise<Attempt> {
  return attemptOf(await fetchJson(to.saveUrl, posted(to, request, since)), request);
}

/** Sends a request while the page closes. Nobody reads the answer, and a repeat later is harmless. */
export function sendOnUnload(to: Destination, request: SaveRequest): void {
  const post = requestOf(posted(to, request));
  if ((post.body ?? "").length > MOST_CARRIED) return;
  fetch(to.saveUrl, { ...post, keepalive: true }).catch(() => undefined);
}

/**
 * `X-Account` names the account that typed. If somebody else has signed in on the device meanwhile, the answer is 401
 * and the rows wait, so that no mark is saved in another person's name.
 */
function posted({ account }: Destination, request: SaveRequest, since = Date.now()) {
  const headers: Record<string, string> = { "X-Account": String(account) };
  const waitedMs = Date.now() - since;
  if (waitedMs >= WORTH_TELLING_MS) headers[WAITED] = String(Math.round(waitedMs / 1000));
  return { json: request, headers };
}

function attemptOf({ kind, status, body }: FetchResult, request: SaveRequest): Attempt {
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

function failureOf(status: number, reason: string | null): "turning" | "failing" | "unreachable" {
  if (reason === ROLLOVER_UNDER_WAY) return "turning";
  return reason === null && GATEWAY_FAULTS.has(status) ? "unreachable" : "failing";
}

/** A check in front of the routes, such as that of the origin, calls the reason `message`. */
function reasonIn(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const reason = body.reason ?? body.message;
  return typeof reason === "string" ? reason : null;
}

/**
 * Tells whether the body is our own server's answer about every row that was sent, not a page that a network put in
 * between.
 */
function answers(body: unknown, { rows }: SaveRequest): body is SaveReply {
  if (!isRecord(body) || !Array.isArray(body.results) || !isRecord(body.receipt)) return false;
  const answered = new Set(body.results.map((result: unknown) => (isResult(result) ? result.row : null)));
  return rows.every(({ row }) => answered.has(row));
}

function isResult(result: unknown): result is { row: string } {
  return isRecord(result) && isRecord(result.stored) && typeof result.stored.version === "number";
}
