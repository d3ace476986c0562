import { createCookie } from "@remix-run/node";
import type { Cookie } from "@remix-run/node";
import { env } from "#runtime/env.ts";

/** Long enough to look up a password, short enough that the next person at this computer does not see the name. */
const SECONDS = 10 * 60;

/** The user name between the first step and the second, so that Back, reload and no script find the step again. */
export async function rememberedUserName(request: Request): Promise<string> {
  const userName: unknown = await cookie().parse(request.headers.get("Cookie"));
  return typeof userName === "string" ? userName : "";
}

export function rememberUserName(userName: string): Promise<string> {
  return cookie().serialize(userName);
}

export function forgetUserName(): Promise<string> {
  return cookie().serialize("", { maxAge: 0 });
}

function cookie(): Cookie {
  const { SESSION_SECRET, secure } = env();
  return createCookie("sign-in", {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: SECONDS,
    secrets: [SESSION_SECRET],
  });
}
