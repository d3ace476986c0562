import { createCookie, type Cookie } from "@remix-run/node";
import { env } from "#runtime/env.ts";

/** A cookie for a step between two pages: signed, so that whatever it brings back is ours. */
export function signedCookie(name: string, maxAge: number): Cookie {
  const { SESSION_SECRET, secure } = env();
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return createCookie(name, { ...attributes, maxAge, secrets: [SESSION_SECRET] });
}

/** On https the name itself forbids that a neighbouring site or a plain page sets the cookie. */
export function hostBound(name: string): string {
  return env().secure ? `__Host-${name}` : name;
}
