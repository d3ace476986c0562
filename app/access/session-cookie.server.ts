import { ACCOUNT_COOKIE } from "#domain/offline-page.ts";
import { env } from "#runtime/env.ts";
import { hostBound } from "./signed-cookie.server.ts";

const NAME = "session";
const TOKEN_SHAPE = /^[\w-]{20,100}$/;

/** As this installation's browsers send it. */
export function sessionCookieName(): string {
  return hostBound(NAME);
}

/** The token that a request brings, or null. */
export function tokenOf(request: Request): string | null {
  const token = cookieOf(request, sessionCookieName());
  return TOKEN_SHAPE.test(token) ? token : null;
}

/** The cookie has no lifetime: the browser forgets it when it closes, and the server knows the end (design section 3). */
export function sessionCookie(token: string): string {
  return `${sessionCookieName()}=${token}; ${attributes()}`;
}

export function removedSessionCookie(): string {
  return `${sessionCookieName()}=; ${attributes()}; Max-Age=0`;
}

/**
 * For the worker that stores a page on the device, and shows it to this account alone. It proves nothing to the server,
 * which knows a person by the session; like the session's cookie it is gone when the browser closes.
 * @returns null when the browser has it already
 */
export function accountCookie(request: Request, accountId: number, secure: boolean): string | null {
  const { name, path } = ACCOUNT_COOKIE;
  if (cookieOf(request, name) === String(accountId)) return null;
  return `${name}=${accountId}; Path=${path}; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** As the browser sent it; empty without one. */
export function cookieOf(request: Request, name: string): string {
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  const start = `${name}=`;
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? "";
}

function attributes(): string {
  return `Path=/; HttpOnly; SameSite=Lax${env().secure ? "; Secure" : ""}`;
}
