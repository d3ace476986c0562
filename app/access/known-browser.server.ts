import type { Cookie } from "@remix-run/node";
import { randomToken } from "#runtime/ids.ts";
import { signedCookie } from "./session-cookie.server.ts";

/** A browser in which the owners of these accounts have signed in; one in a staff room has many of them. */
export type KnownBrowser = { id: string; accounts: readonly number[] };

const HALF_A_YEAR = 180 * 24 * 60 * 60;
const MOST_ACCOUNTS = 40;

/** Reads the browser from the request's cookie, whose signature guarantees its shape. */
export async function readKnownBrowser(request: Request): Promise<KnownBrowser | null> {
  const brought: unknown = await cookie().parse(request.headers.get("Cookie"));
  const isOurs = typeof brought === "object" && brought !== null && "id" in brought && "accounts" in brought;
  return isOurs ? (brought as KnownBrowser) : null;
}

/**
 * Returns the browser's id if the account's owner has signed in there before, so that other people's guesses do not
 * slow them down; null stands for any other browser.
 */
export function browserIdFor(browser: KnownBrowser | null, accountId: number | null): string | null {
  return browser && accountId !== null && browser.accounts.includes(accountId) ? browser.id : null;
}

/** Returns the cookie for a browser in which this account's owner has just signed in. */
export function rememberInBrowser(browser: KnownBrowser | null, accountId: number): Promise<string> {
  const others = browser?.accounts.filter((account) => account !== accountId) ?? [];
  const accounts = [accountId, ...others].slice(0, MOST_ACCOUNTS);
  return cookie().serialize({ id: browser?.id ?? randomToken(), accounts } satisfies KnownBrowser);
}

function cookie(): Cookie {
  return signedCookie("browser", HALF_A_YEAR);
}
