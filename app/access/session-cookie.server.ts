import { createCookie, type Cookie } from "@remix-run/node";
import { ACCOUNT_COOKIE } from "#domain/offline-page.ts";
import { env } from "#runtime/env.ts";

/** Creates a cookie for a step between two pages: it is signed, so that its content is trustworthy. */
export function signedCookie(name: string, maxAge: number): Cookie {
  const { SESSION_SECRET, secure } = env();
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return createCookie(name, { ...attributes, maxAge, secrets: [SESSION_SECRET] });
}

/** Names a cookie: on https the prefix forbids a neighbouring site or a page over http to set it. */
export function hostBound(name: string): string {
  return env().secure ? `__Host-${name}` : name;
}

const NAME = "session";
const TOKEN_SHAPE = /^[\w-]{20,100}$/;

export function sessionCookieName(): string {
  return hostBound(NAME);
}

export function readSessionToken(request: Request): string | null {
  const token = readCookie(request, sessionCookieName());
  return TOKEN_SHAPE.test(token) ? token : null;
}

/** The cookie has no lifetime: the browser deletes it when it closes, and the server knows when the session ends. */
export function sessionCookie(token: string): string {
  return `${sessionCookieName()}=${token}; ${attributes()}`;
}

export function removedSessionCookie(): string {
  return `${sessionCookieName()}=; ${attributes()}; Max-Age=0`;
}

/**
 * Returns the cookie for the service worker that stores a page on the device and shows it to this account alone. It
 * proves nothing to the server, which identifies a person by the session; like the session's cookie it disappears
 * when the browser closes. Returns null when the browser has it already.
 */
export function accountCookie(request: Request, accountId: number, secure: boolean): string | null {
  const { name, path } = ACCOUNT_COOKIE;
  if (readCookie(request, name) === String(accountId)) return null;
  return `${name}=${accountId}; Path=${path}; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** Returns the cookie's raw value; empty without one. */
export function readCookie(request: Request, name: string): string {
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  const start = `${name}=`;
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? "";
}

function attributes(): string {
  return `Path=/; HttpOnly; SameSite=Lax${env().secure ? "; Secure" : ""}`;
}
