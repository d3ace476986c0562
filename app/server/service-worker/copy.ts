import { isOrUnder } from "#saving/offline/can-reload-offline.ts";

/** A page as the server gave it, when that was, and to whom. */
export type GivenPage = { url: string; account: string; at: Date; headers: Headers; html: string };

/** What is known of the stored copy: its page, whose it is, and since when. */
export type CopyFacts = { url: string; account: string | null; storedAt: string | null };

/** As long as a session lasts (design section 3). */
const LONGEST_MS = 12 * 60 * 60 * 1_000;

export const ACCOUNT_HEADER = "X-Stored-For";
export const TIME_HEADER = "X-Stored-At";
export const TITLE_HEADER = "X-Stored-Title";

/** What a browser needs to show the copy safely; the policy also allows the page its own inline scripts. */
const HEADERS = ["Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"];

/** The copy says of itself that it is one, and since when. */
export function copyOf({ account, at, headers, html }: GivenPage): Response {
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

/** The title as it stands in the page, that is, escaped. */
function titleOf(html: string): string {
  const [, title = ""] = /<title>([^<]*)/.exec(html) ?? [];
  return title.replace(/ - Termbook$/, "");
}

/** The scripts and style sheets that a page names; without one of them it is not worth storing. */
export function filesOf(html: string): string[] {
  return [...new Set(html.match(/(?<=")\/assets\/[\w.-]+(?=")/g))];
}

/** A copy is shown to the account signed in here alone, and not for ever. A clock that went back proves nothing. */
export function isShowable({ account, storedAt }: CopyFacts, here: string | null, now: Date): boolean {
  const age = now.getTime() - Date.parse(storedAt ?? "");
  return account !== null && account === here && age >= 0 && age < LONGEST_MS;
}

/** Whether a copy is the page of this address, or lies under the dialog that this is the address of. */
export function relationOf(copy: { url: string }, url: string): "same" | "under" | "other" {
  const wanted = new URL(url);
  const { pathname, search } = new URL(copy.url);
  if (wanted.pathname === pathname) return wanted.search === search ? "same" : "other";
  return isOrUnder(wanted.pathname, pathname) ? "under" : "other";
}
