import { BUTTON_STYLE, LINK_STYLE, renderPlainPage } from "#runtime/plain-page.ts";
import { formatOfflineTime } from "#saving/offline/offline-pages.ts";
import type { StoredPage } from "./stored.ts";

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
  return `<p style="padding:12px 16px;border:1px solid #8a5a00;border-radius:4px;background:#fff">You can continue with
<a href="${pathname}${search}" ${LINK_STYLE}><strong>${title || "the sheet that was open"}</strong></a>, kept on this device at ${formatOfflineTime(storedAt)}.</p>
`;
}
