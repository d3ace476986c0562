/** What came of a request: the answer of our own server, or of something on the way that answers in its place. */
export type Answer = {
  kind: "ok" | "refused" | "failed" | "signed-out" | "redirected" | "not-now" | "unreachable";
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
  // A redirect would be the sign-in page, answered 200: it must not be followed.
  const request = { redirect: "manual" } as const;
  if (json === undefined) return { ...request, method, headers: accepted, cache: "no-store" };
  return {
    ...request,
    method: "POST",
    headers: { "Content-Type": "application/json", ...accepted },
    body: JSON.stringify(json),
  };
}

function kindOf({ type, status, ok }: Response): Answer["kind"] {
  if (ok) return "ok";
  if (status === 401) return "signed-out";
  // A browser hides where it would go, and the status with it.
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) return "redirected";
  if (NOT_NOW.has(status)) return "not-now";
  return status >= 500 ? "failed" : "refused";
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
