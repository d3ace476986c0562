import type { SaveReply, SaveRequest } from "../protocol/protocol.ts";

/** What came of one attempt. The first two end a request; the others leave it to be repeated. */
export type Attempt =
  | { kind: "answered"; reply: SaveReply }
  | { kind: "turned-down"; reason: string }
  | { kind: "signed-out" }
  /** Our own server answered that it could not: another try may help, and fewer rows at once. */
  | { kind: "failing" }
  /** Something on the way answered in the server's place, such as a school's filter, or the network's own sign-in. */
  | { kind: "unreadable" }
  | { kind: "unreachable" };

const PATIENCE_MS = 20_000;

/** A browser carries this much for a page that is closed; more it refuses. */
const MOST_KEPT_ALIVE = 60_000;

/** Also what a school's gateway answers for us: turned away for the moment, not for good. */
const PASSING = new Set([408, 425, 429]);

/** Where the rows of a sheet are sent, and who typed them. */
export type Destination = { saveUrl: string; account: number };

export async function sendSave(to: Destination, request: SaveRequest): Promise<Attempt> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE_MS);
  try {
    const response = await fetch(to.saveUrl, { ...posted(to, request), signal: abort.signal });
    return await attemptOf(response, request);
  } catch {
    return { kind: "unreachable" };
  } finally {
    clearTimeout(timer);
  }
}

/** A last attempt while the page goes: nobody reads the answer, and a repeat later is harmless. */
export function sendInParting(to: Destination, request: SaveRequest): void {
  const post = posted(to, request);
  if (post.body.length > MOST_KEPT_ALIVE) return;
  fetch(to.saveUrl, { ...post, keepalive: true }).catch(() => undefined);
}

/**
 * `X-Account` is who typed. Rows may wait on a device that somebody else signs in on meanwhile: then the answer is 401
 * and they wait on, so that no mark is saved in another person's name.
 */
function posted({ account }: Destination, request: SaveRequest) {
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    "X-Account": String(account),
  };
  // A redirect would be the sign-in page, answered 200: it must not be followed.
  return { method: "POST", headers, body: JSON.stringify(request), redirect: "manual" } as const;
}

async function attemptOf(response: Response, request: SaveRequest): Promise<Attempt> {
  if (response.status === 401 || isRedirect(response)) return { kind: "signed-out" };
  if (PASSING.has(response.status)) return { kind: "unreachable" };
  const body = readJson(await response.text());
  if (response.status >= 500) return { kind: hasReason(body) ? "failing" : "unreachable" };
  if (!response.ok) return hasReason(body) ? { kind: "turned-down", reason: body.reason } : UNREADABLE;
  return answers(body, request) ? { kind: "answered", reply: body } : UNREADABLE;
}

const UNREADABLE: Attempt = { kind: "unreadable" };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A browser hides where it would go, and the status with it. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

function hasReason(body: unknown): body is { reason: string } {
  return isRecord(body) && typeof body.reason === "string";
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
