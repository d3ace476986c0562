import { askServer, isRecord, requestOf, type Answer } from "./ask-server.ts";
import { TURNED_WORDS } from "#domain/turn/turned-words.ts";
import { WAITED, type SaveReply, type SaveRequest } from "../protocol/protocol.ts";

/** What came of one attempt. The first two end a request; the others leave it to be repeated. */
export type Attempt =
  | { kind: "answered"; reply: SaveReply }
  | { kind: "turned-down"; reason: string }
  | { kind: "signed-out" }
  /** Our own server answered that it could not: another try may help, and fewer rows at once. */
  | { kind: "failing" }
  /** The term is being turned: a matter of seconds, and of nothing in the request. */
  | { kind: "turning" }
  /** Something on the way answered in the server's place, such as a school's filter, or the network's own sign-in. */
  | { kind: "unreadable" }
  | { kind: "unreachable" };

/** A gateway says so of a server that it does not reach. */
const GATEWAY_FAULTS = new Set([502, 503, 504]);

/** A browser carries this much for a page that is closed; more it refuses. */
const MOST_CARRIED = 60_000;

/** Where the rows of a saved target are sent, and who typed them. */
export type Destination = { saveUrl: string; account: number };

/** A save that goes out sooner does not say so: each carries as little as it can. */
const WORTH_TELLING_MS = 10_000;

/** @param since when the oldest row of it was typed, in milliseconds */
export async function sendSave(to: Destination, request: SaveRequest, since?: number): Promise<Attempt> {
  return attemptOf(await askServer(to.saveUrl, posted(to, request, since)), request);
}

/** A last attempt while the page goes: nobody reads the answer, and a repeat later is harmless. */
export function sendOnUnload(to: Destination, request: SaveRequest): void {
  const post = requestOf(posted(to, request));
  if ((post.body ?? "").length > MOST_CARRIED) return;
  fetch(to.saveUrl, { ...post, keepalive: true }).catch(() => undefined);
}

/**
 * `X-Account` is who typed. Rows may wait on a device that somebody else signs in on meanwhile: then the answer is 401
 * and they wait on, so that no mark is saved in another person's name.
 */
function posted({ account }: Destination, request: SaveRequest, since = Date.now()) {
  const headers: Record<string, string> = { "X-Account": String(account) };
  const waitedMs = Date.now() - since;
  if (waitedMs >= WORTH_TELLING_MS) headers[WAITED] = String(Math.round(waitedMs / 1000));
  return { json: request, headers };
}

function attemptOf({ kind, status, body }: Answer, request: SaveRequest): Attempt {
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
  if (reason === TURNED_WORDS) return "turning";
  return reason === null && GATEWAY_FAULTS.has(status) ? "unreachable" : "failing";
}

/** What stands in front of the routes, such as the check of the origin, calls it `message`. */
function reasonIn(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const reason = body.reason ?? body.message;
  return typeof reason === "string" ? reason : null;
}

/** Our own server's words about every row that was sent, not a page that a network put in between. */
function answers(body: unknown, { rows }: SaveRequest): body is SaveReply {
  if (!isRecord(body) || !Array.isArray(body.results) || !isRecord(body.receipt)) return false;
  const answered = new Set(body.results.map((result: unknown) => (isResult(result) ? result.row : null)));
  return rows.every(({ row }) => answered.has(row));
}

function isResult(result: unknown): result is { row: string } {
  return isRecord(result) && isRecord(result.stored) && typeof result.stored.version === "number";
}
