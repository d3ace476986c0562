import { createCookie, type Cookie } from "@remix-run/node";
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
