import { SERVICE_WORKER_SCOPE } from "#domain/offline-page.ts";

/** A POST to this path deletes the stored page, even without a response. */
export const SIGN_OUT_PATH = "/app/sign-out";

/** The worker's reaction to a request. With `leave`, the browser sends the request as if there were no worker. */
export type RequestPlan = "answer-page" | "sign-out" | "own-file" | "leave";

const FILES = "/assets/";

/** The statuses of a proxy that got no response from the server. */
const GATEWAY_FAULTS = new Set([502, 503, 504]);

/** The statuses that ask the client to try again soon. They say nothing about the page itself. */
const NOT_NOW = new Set([408, 425, 429]);

type Request = { method: string; mode: string; url: string };

export function planRequest({ method, mode, url }: Request): RequestPlan {
  const { pathname } = new URL(url);
  if (method === "POST" && pathname === SIGN_OUT_PATH) return "sign-out";
  if (method !== "GET") return "leave";
  if (mode === "navigate") return pathname.startsWith(SERVICE_WORKER_SCOPE) ? "answer-page" : "leave";
  return pathname.startsWith(FILES) ? "own-file" : "leave";
}

export function isGatewayFault({ status }: Response): boolean {
  return GATEWAY_FAULTS.has(status);
}

/** Tells whether the response is the page itself rather than a redirect to the sign-in, an error or a download. */
export function isPage({ ok, headers }: Response): boolean {
  return ok && (headers.get("Content-Type") ?? "").startsWith("text/html");
}

/** Tells whether the server refused the page because the session has ended or the person may no longer see it. */
export function isPageRefused({ ok, status }: Response): boolean {
  return !ok && status < 500 && !NOT_NOW.has(status);
}
