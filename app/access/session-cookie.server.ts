import { env } from "#runtime/env.ts";

const PLAIN_NAME = "session";
const TOKEN_SHAPE = /^[\w-]{20,100}$/;

/** The token that a request brings, or null. */
export function tokenOf(request: Request): string | null {
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  const start = `${cookieName()}=`;
  const token = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? "";
  return TOKEN_SHAPE.test(token) ? token : null;
}

/** No lifetime: the browser forgets it when it closes, and the server knows when it ends (design section 3). */
export function sessionCookie(token: string): string {
  return `${cookieName()}=${token}; ${attributes()}`;
}

export function removedSessionCookie(): string {
  return `${cookieName()}=; ${attributes()}; Max-Age=0`;
}

/** On https the name itself forbids that a neighbouring site or a plain page sets it. */
function cookieName(): string {
  return env().secure ? `__Host-${PLAIN_NAME}` : PLAIN_NAME;
}

function attributes(): string {
  return `Path=/; HttpOnly; SameSite=Lax${env().secure ? "; Secure" : ""}`;
}
