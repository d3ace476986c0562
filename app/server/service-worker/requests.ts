import { SERVICE_WORKER_SCOPE } from "#domain/offline-page.ts";
import { BUTTON_STYLE, LINK_STYLE, renderPlainPage } from "#runtime/plain-page.ts";
import { formatOfflineTime } from "#saving/offline/offline-pages.ts";
import type { StoredPage } from "./stored.ts";

/** A POST to this path deletes the stored page, even without a response. */
export const SIGN_OUT_PATH = "/app/sign-out";

/** The worker's reaction to a request. With `leave`, the browser sends the request as if there were no worker. */
export type RequestPlan = "answer-page" | "sign-out" | "own-file" | "leave";

const FILES = "/assets/";

/** The statuses of a proxy that got no response from the server. */
const GATEWAY_FAULTS = new Set([502, 503, 504]);

/** The statuses that ask the client to try again soon. They do not concern the page itself. */
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

const TEXT =
  "This page could not be loaded. This device keeps everything you typed that is not saved yet. Termbook sends it " +
  "when you open Termbook again with a connection.";

/** Reloads the page when the network is back, as the browser's own error page does. */
const SCRIPT = 'addEventListener("online",function(){location.reload()})';

/** Builds the page that replaces the browser's own error page. It links to the page that the device has stored. */
export function noConnectionPage(stored: StoredPage | null): Response {
  const nonce = crypto.randomUUID();
  const tryAgain = `<p style="margin:24px 0"><a href="" ${BUTTON_STYLE}>Try again</a></p>`;
  const script = `<script nonce="${nonce}">${SCRIPT}</script>`;
  const body = `<p>${TEXT}</p>\n${stored ? linkTo(stored) : ""}${tryAgain}\n${script}`;
  return new Response(renderPlainPage({ heading: "No connection", body }), {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src-attr 'unsafe-inline'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    },
  });
}

/** Builds the link to the stored page. The title is already escaped. */
function linkTo({ url, title, storedAt }: StoredPage): string {
  const { pathname, search } = new URL(url);
  return `<p style="padding:12px 16px;border:1px solid #8a5a00;border-radius:4px;background:#fff">To continue, open
<a href="${pathname}${search}" ${LINK_STYLE}><strong>${title || "the sheet that was open"}</strong></a>. This device stored the page at ${formatOfflineTime(storedAt)}.</p>
`;
}
