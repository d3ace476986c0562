import { WORKER_SCOPE } from "#domain/offline-page.ts";

/** A post to this path, answered or not, deletes the stored page. */
export const SIGN_OUT = "/app/sign-out";

/** The worker's treatment of a request. A request that it leaves is sent by the browser as if there were no worker. */
export type Plan = "answer-page" | "sign-out" | "own-file" | "leave";

const FILES = "/assets/";

/** With these statuses a proxy says that there is no response from the server. */
const GATEWAY_FAULTS = new Set([502, 503, 504]);

type Request = { method: string; mode: string; url: string };

export function planRequest({ method, mode, url }: Request): Plan {
  const { pathname } = new URL(url);
  if (method === "POST" && pathname === SIGN_OUT) return "sign-out";
  if (method !== "GET") return "leave";
  if (mode === "navigate") return pathname.startsWith(WORKER_SCOPE) ? "answer-page" : "leave";
  return pathname.startsWith(FILES) ? "own-file" : "leave";
}

export function isGatewayFault({ status }: Response): boolean {
  return GATEWAY_FAULTS.has(status);
}

/** Tells whether the response is the page itself: not a redirect to the sign-in page, an error or a download. */
export function isPage({ ok, headers }: Response): boolean {
  return ok && (headers.get("Content-Type") ?? "").startsWith("text/html");
}

/** Tells whether the server refused the page: the session has ended, or the person may no longer see the page. */
export function isRejected({ ok, status }: Response): boolean {
  return !ok && status < 500;
}
