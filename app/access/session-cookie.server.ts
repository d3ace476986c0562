import { createCookie, type Cookie } from "@remix-run/node";
import { ACCOUNT_COOKIE } from "#domain/offline-page.ts";
import { env } from "#runtime/env.ts";

/** Creates a cookie that passes data from one page to the next. The cookie is signed, so its content can be trusted. */
export function signedCookie(name: string, maxAge: number): Cookie {
  const { SESSION_SECRET, secure } = env();
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return createCookie(name, { ...attributes, maxAge, secrets: [SESSION_SECRET] });
}

/** Returns a cookie's name. On HTTPS, a prefix stops neighbouring sites and pages over HTTP from setting the cookie. */
export function hostBoundCookieName(name: string): string {
  return env().secure ? `__Host-${name}` : name;
}

const NAME = "session";
const TOKEN_SHAPE = /^[\w-]{20,100}$/;

export function sessionCookieName(): string {
  return hostBoundCookieName(NAME);
}

export function readSessionToken(request: Request): string | null {
  const token = readCookie(request, sessionCookieName());
  return TOKEN_SHAPE.test(token) ? token : null;
}

/** The session cookie has no lifetime: the browser deletes it on closing, and the server ends the session. */
export function createSessionCookie(token: string): string {
  return `${sessionCookieName()}=${token}; ${attributes()}`;
}

export function createExpiredSessionCookie(): string {
  return `${sessionCookieName()}=; ${attributes()}; Max-Age=0`;
}

/**
 * Returns the cookie that tells the service worker which account's pages are on the device, so that only this account
 * sees a stored page. The server never trusts this cookie. Like the session cookie, it is deleted when the browser
 * closes. Returns null when the browser already has the cookie.
 */
export function createAccountCookie(request: Request, accountId: number, secure: boolean): string | null {
  const { name, path } = ACCOUNT_COOKIE;
  if (readCookie(request, name) === String(accountId)) return null;
  return `${name}=${accountId}; Path=${path}; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** Returns a cookie's raw value, or an empty text if the request has no such cookie. */
export function readCookie(request: Request, name: string): string {
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  const start = `${name}=`;
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? "";
}

function attributes(): string {
  return `Path=/; HttpOnly; SameSite=Lax${env().secure ? "; Secure" : ""}`;
}
