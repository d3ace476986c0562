import { isOrUnder } from "#saving/offline/offline-pages.ts";

/** A page as the server sent it, with its time and its account. */
export type ServedPage = { url: string; account: string; at: Date; headers: Headers; html: string };

/** The stored copy's page, account and time. */
export type CopyFacts = { url: string; account: string | null; storedAt: string | null };

/** The longest life of a session. */
const LONGEST_MS = 12 * 60 * 60 * 1_000;

export const ACCOUNT_HEADER = "X-Stored-For";
export const TIME_HEADER = "X-Stored-At";
export const TITLE_HEADER = "X-Stored-Title";

/** The headers that a browser needs to show the copy safely; the policy also allows the page its own inline scripts. */
const HEADERS = ["Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"];

/** Marks the copy as one, with its time. */
export function createCopy({ account, at, headers, html }: ServedPage): Response {
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

/** Returns the page's title, still escaped. */
function titleOf(html: string): string {
  const [, title = ""] = /<title>([^<]*)/.exec(html) ?? [];
  return title.replace(/ - Termbook$/, "");
}

/** Lists the scripts and style sheets of a page; without one of them the page is not worth storing. */
export function filesOf(html: string): string[] {
  return [...new Set(html.match(/(?<=")\/assets\/[\w.-]+(?=")/g))];
}

/**
 * Tells whether a copy may be shown: only to the account that is signed in here, and for a limited time. A clock that
 * went back proves nothing.
 */
export function isShowable({ account, storedAt }: CopyFacts, here: string | null, now: Date): boolean {
  const age = now.getTime() - Date.parse(storedAt ?? "");
  return account !== null && account === here && age >= 0 && age < LONGEST_MS;
}

/** Tells whether a copy is the page of this address, or the page under the dialog of this address. */
export function relationOf(copy: { url: string }, url: string): "same" | "under" | "other" {
  const wanted = new URL(url);
  const { pathname, search } = new URL(copy.url);
  if (wanted.pathname === pathname) return wanted.search === search ? "same" : "other";
  return isOrUnder(wanted.pathname, pathname) ? "under" : "other";
}
