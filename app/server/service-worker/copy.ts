import { isPageOrDialogOverPage } from "#saving/offline/offline-pages.ts";

/** A page as the server sent it, with its time and account. */
export type ServedPage = { url: string; account: string; at: Date; headers: Headers; html: string };

/** The maximum length of a session. */
const LONGEST_MS = 12 * 60 * 60 * 1_000;

export const ACCOUNT_HEADER = "X-Stored-For";
export const TIME_HEADER = "X-Stored-At";
export const TITLE_HEADER = "X-Stored-Title";

/** The headers that a copy needs to be shown safely. The policy also allows the page's own inline scripts. */
const HEADERS = ["Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"];

/** Builds the response for a stored page, marked as a copy with its time. */
export function createPageCopy({ account, at, headers, html }: ServedPage): Response {
  const copied = new Headers({ "Cache-Control": "no-store" });
  for (const name of HEADERS) copied.set(name, headers.get(name) ?? "");
  copied.set(ACCOUNT_HEADER, account);
  copied.set(TIME_HEADER, at.toISOString());
  copied.set(TITLE_HEADER, encodeURIComponent(titleOf(html)));
  return new Response(markedHtml(html, at), { headers: copied });
}

function markedHtml(html: string, at: Date): string {
  return html.replace("<html", `<html data-stored-at="${at.toISOString()}"`);
}

/** Returns the page's title as escaped HTML. */
function titleOf(html: string): string {
  const [, title = ""] = /<title>([^<]*)/.exec(html) ?? [];
  return title.replace(/ - Termbook$/, "");
}

/** Lists the scripts and style sheets of a page. A page that lacks one of them is not stored. */
export function listPageFiles(html: string): string[] {
  return [...new Set(html.match(/(?<=")\/assets\/[\w.-]+(?=")/g))];
}

/**
 * Tells whether a copy may be shown: only to the account that is signed in here, and for a limited time. If the clock
 * was set back, the copy is not shown, because its age is then unknown.
 */
export function isCopyShowable(
  { account, storedAt }: { account: string | null; storedAt: string | null },
  here: string | null,
  now: Date,
): boolean {
  const age = now.getTime() - Date.parse(storedAt ?? "");
  return account !== null && account === here && age >= 0 && age < LONGEST_MS;
}

/** Tells whether a copy is the page at this address, the page under a dialog at this address, or another page. */
export function compareWithCopy(copy: { url: string }, url: string): "same" | "under" | "other" {
  const wanted = new URL(url);
  const { pathname, search } = new URL(copy.url);
  if (wanted.pathname === pathname) return wanted.search === search ? "same" : "other";
  return isPageOrDialogOverPage(wanted.pathname, pathname) ? "under" : "other";
}
