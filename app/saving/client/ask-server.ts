import { OWN_ANSWER } from "#domain/paths.ts";

/** What came of a request: the answer of our own server, or of something on the way that answers in its place. */
export type Answer = {
  kind: "ok" | "refused" | "failed" | "signed-out" | "not-ours" | "not-now" | "unreachable";
  status: number;
  /** What the answer holds as JSON; null when it holds none. */
  body: unknown;
};

type Asked = {
  method?: "GET" | "POST";
  /** Posted as the body of the request. */
  json?: unknown;
  headers?: Record<string, string>;
  patienceMs?: number;
};

const PATIENCE_MS = 20_000;

/** What a school's gateway answers for us, or a server that is starting: not now, but soon. */
const NOT_NOW = new Set([408, 425, 429]);

/** The status by which a network asks to be signed in to. */
const NETWORK_SIGN_IN = 511;

/** Asks our own server for data, and gives up in time; it never throws. */
export async function askServer(address: string, asked: Asked = {}): Promise<Answer> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), asked.patienceMs ?? PATIENCE_MS);
  try {
    const response = await fetch(address, { ...requestOf(asked), signal: abort.signal });
    return { kind: kindOf(response), status: response.status, body: readJson(await response.text()) };
  } catch {
    return { kind: "unreachable", status: 0, body: null };
  } finally {
    clearTimeout(timer);
  }
}

export function requestOf({ method = "GET", json, headers }: Asked): RequestInit & { body?: string } {
  const accepted = { Accept: "application/json", ...headers };
  // A redirect leads to a page, ours or that of a network: it must not be followed and taken for the answer.
  // Where the page stands in its list is of no use to the server, and may be longer than what is sent.
  const request = { redirect: "manual", referrerPolicy: "origin" } as const;
  if (json === undefined) return { ...request, method, headers: accepted, cache: "no-store" };
  return {
    ...request,
    method: "POST",
    headers: { "Content-Type": "application/json", ...accepted },
    body: JSON.stringify(json),
  };
}

function kindOf({ type, status, ok, headers }: Response): Answer["kind"] {
  // Whose it is, what it holds says: whoever asked knows what our server answers.
  if (ok) return "ok";
  if (NOT_NOW.has(status)) return "not-now";
  // A browser hides where it would go, and the status with it. Ours answer 401.
  if (type === "opaqueredirect" || status < 400 || status === NETWORK_SIGN_IN) return "not-ours";
  if (status >= 500) return "failed";
  if (!headers.has(OWN_ANSWER)) return "not-ours";
  return status === 401 ? "signed-out" : "refused";
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
