import { OWN_ANSWER } from "#domain/paths.ts";

/** The result of a request: a response from our own server, or from something between that responds in its place. */
export type FetchResult = {
  kind: "ok" | "refused" | "failed" | "signed-out" | "not-ours" | "not-now" | "unreachable";
  status: number;
  /** The answer's JSON; null if there is none. */
  body: unknown;
};

type Asked = {
  method?: "GET" | "POST";
  json?: unknown;
  headers?: Record<string, string>;
  patienceMs?: number;
};

const PATIENCE_MS = 20_000;

/** Statuses with which a school's gateway, or a server that is starting, asks to try again soon. */
const NOT_NOW = new Set([408, 425, 429]);

/** The status with which a network asks people to sign in to it. */
const NETWORK_SIGN_IN = 511;

/** Requests data from our own server, with a time limit. Never throws. */
export async function fetchJson(address: string, input: Asked = {}): Promise<FetchResult> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), input.patienceMs ?? PATIENCE_MS);
  try {
    const response = await fetch(address, { ...requestOf(input), signal: abort.signal });
    return { kind: kindOf(response), status: response.status, body: readJson(await response.text()) };
  } catch {
    return { kind: "unreachable", status: 0, body: null };
  } finally {
    clearTimeout(timer);
  }
}

export function requestOf({ method = "GET", json, headers }: Asked): RequestInit & { body?: string } {
  const accepted = { Accept: "application/json", ...headers };
  // A redirect leads to a page, ours or a network's own, which must not be taken for the answer. The referrer is cut to
  // the origin: the server has no use for the page's address, which may be longer than the data.
  const request = { redirect: "manual", referrerPolicy: "origin" } as const;
  if (json === undefined) return { ...request, method, headers: accepted, cache: "no-store" };
  return {
    ...request,
    method: "POST",
    headers: { "Content-Type": "application/json", ...accepted },
    body: JSON.stringify(json),
  };
}

function kindOf({ type, status, ok, headers }: Response): FetchResult["kind"] {
  // The body shows whether our own server answered: the caller knows what the server sends.
  if (ok) return "ok";
  if (NOT_NOW.has(status)) return "not-now";
  // A browser hides the target of a redirect, and the status. Our own server answers 401 instead.
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
