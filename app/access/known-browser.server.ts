import type { Cookie } from "@remix-run/node";
import { randomToken } from "#runtime/ids.ts";
import { signedCookie } from "./signed-cookie.server.ts";

/** A browser in which these accounts' people have signed in; a staff room's has many of them. */
export type KnownBrowser = { id: string; accounts: readonly number[] };

const HALF_A_YEAR = 180 * 24 * 60 * 60;
const MOST_ACCOUNTS = 40;

/** What the request's cookie says. It is signed, so whatever has this shape is ours. */
export async function knownBrowser(request: Request): Promise<KnownBrowser | null> {
  const brought: unknown = await cookie().parse(request.headers.get("Cookie"));
  const isOurs = typeof brought === "object" && brought !== null && "id" in brought && "accounts" in brought;
  return isOurs ? (brought as KnownBrowser) : null;
}

/**
 * By which route somebody tries a password: the browser's own where the account's person has signed in there before, so
 * that nobody else's guesses hold them up, else the one that is open to anybody, which is null.
 */
export function routeOf(browser: KnownBrowser | null, accountId: number | null): string | null {
  return browser && accountId !== null && browser.accounts.includes(accountId) ? browser.id : null;
}

/** The cookie for a browser in which this account's person has just signed in. */
export function rememberInBrowser(browser: KnownBrowser | null, accountId: number): Promise<string> {
  const others = browser?.accounts.filter((account) => account !== accountId) ?? [];
  const accounts = [accountId, ...others].slice(0, MOST_ACCOUNTS);
  return cookie().serialize({ id: browser?.id ?? randomToken(), accounts } satisfies KnownBrowser);
}

function cookie(): Cookie {
  return signedCookie("browser", HALF_A_YEAR);
}
