import { WORKER_SCOPE } from "#domain/offline-page.ts";

/** When a form or a script posts there, answered or not, the stored page goes. */
export const SIGN_OUT = "/app/sign-out";

/** What the worker does about a request. What it leaves, the browser sends as if there were no worker. */
export type Plan = "answer-page" | "sign-out" | "own-file" | "leave";

const FILES = "/assets/";

/** The network has no answer when a proxy says so in its place. */
const GATEWAY_FAULTS = new Set([502, 503, 504]);

type Request = { method: string; mode: string; url: string };

export function planOf({ method, mode, url }: Request): Plan {
  const { pathname } = new URL(url);
  if (method === "POST" && pathname === SIGN_OUT) return "sign-out";
  if (method !== "GET") return "leave";
  if (mode === "navigate") return pathname.startsWith(WORKER_SCOPE) ? "answer-page" : "leave";
  return pathname.startsWith(FILES) ? "own-file" : "leave";
}

export function isGatewayFault({ status }: Response): boolean {
  return GATEWAY_FAULTS.has(status);
}

/** Whether it is a page as the server means it: no redirect to the sign-in, no refusal, no download. */
export function isPage({ ok, headers }: Response): boolean {
  return ok && (headers.get("Content-Type") ?? "").startsWith("text/html");
}

/** The server has answered, and not with the page: the session has ended, or the page is this person's no longer. */
export function isTurnedAway({ ok, status }: Response): boolean {
  return !ok && status < 500;
}
