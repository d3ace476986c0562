import { OWN_RESPONSE_HEADER } from "#domain/paths.ts";
import { trackUrgentRequest } from "#ui/loading/free-line.ts";

/** The result of a request: from our own server, or from a system in between, such as a school's web filter. */
type FetchResult = {
  kind: "ok" | "refused" | "failed" | "signed-out" | "not-ours" | "not-now" | "unreachable";
  status: number;
  /** The JSON of the response; null if the response has no JSON. */
  body: unknown;
};

type Asked = {
  method?: "GET" | "POST";
  json?: unknown;
  headers?: Record<string, string>;
  patienceMs?: number;
};

export const PATIENCE_MS = 20_000;

/** The statuses with which a gateway, or a starting server, asks the client to try again soon. */
const NOT_NOW = new Set([408, 425, 429]);

/** The status with which a network, such as a hotel's, asks people to sign in to that network. */
const NETWORK_SIGN_IN = 511;

/** Sends a request to our own server, with a time limit. Never throws. */
export async function fetchJson(address: string, input: Asked = {}): Promise<FetchResult> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), input.patienceMs ?? PATIENCE_MS);
  try {
    const response = await trackUrgentRequest(
      fetch(address, { ...toRequestInit(input), signal: abort.signal }),
    );
    return { kind: kindOf(response), status: response.status, body: readJson(await response.text()) };
  } catch {
    return { kind: "unreachable", status: 0, body: null };
  } finally {
    clearTimeout(timer);
  }
}

export function toRequestInit({ method = "GET", json, headers }: Asked): RequestInit & { body?: string } {
  const accepted = { Accept: "application/json", ...headers };
  // A redirect leads to a page of ours or to a network's sign-in, and must not be mistaken for the response. Only the
  // origin is sent as referrer: the server does not use the page's URL, which may be longer than the data.
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
  // A successful response may still come from another system. The caller recognises our own server by the body.
  if (ok) return "ok";
  if (NOT_NOW.has(status)) return "not-now";
  // The browser hides the target and the status of a redirect. Our server responds with 401 instead of redirecting.
  if (type === "opaqueredirect" || status < 400 || status === NETWORK_SIGN_IN) return "not-ours";
  if (status >= 500) return "failed";
  if (!headers.has(OWN_RESPONSE_HEADER)) return "not-ours";
  return status === 401 ? "signed-out" : "refused";
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
