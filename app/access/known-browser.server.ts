import type { Cookie } from "@remix-run/node";
import { randomToken } from "#runtime/ids.ts";
import { signedCookie } from "./session-cookie.server.ts";

/** A browser with the accounts that have signed in on it. A shared computer in the staff room has many of them. */
export type KnownBrowser = { id: string; accounts: readonly number[] };

const HALF_A_YEAR = 180 * 24 * 60 * 60;
const MOST_ACCOUNTS = 40;

/** Reads the known browser from its cookie. The content is not checked further, because the cookie is signed. */
export async function readKnownBrowser(request: Request): Promise<KnownBrowser | null> {
  const brought: unknown = await cookie().parse(request.headers.get("Cookie"));
  const isOurs = typeof brought === "object" && brought !== null && "id" in brought && "accounts" in brought;
  return isOurs ? (brought as KnownBrowser) : null;
}

/**
 * Returns the browser's id if the account has signed in in this browser before, otherwise null. Failed attempts are
 * counted by this id, so that strangers who guess the password in another browser do not slow down the account's owner.
 */
export function findKnownBrowserId(browser: KnownBrowser | null, accountId: number | null): string | null {
  return browser && accountId !== null && browser.accounts.includes(accountId) ? browser.id : null;
}

/** Returns the cookie that records that this account has just signed in in the browser. */
export function createKnownBrowserCookie(browser: KnownBrowser | null, accountId: number): Promise<string> {
  const others = browser?.accounts.filter((account) => account !== accountId) ?? [];
  const accounts = [accountId, ...others].slice(0, MOST_ACCOUNTS);
  return cookie().serialize({ id: browser?.id ?? randomToken(), accounts } satisfies KnownBrowser);
}

function cookie(): Cookie {
  return signedCookie("browser", HALF_A_YEAR);
}
