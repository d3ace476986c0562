import type { Cookie } from "@remix-run/node";
import { signedCookie } from "#access/signed-cookie.server.ts";

/** Long enough to look up a password, short enough that the next person at this computer does not see the name. */
const SECONDS = 10 * 60;

/** Keeps the user name between the first step and the second, so that Back and a reload find the step again. */
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
  return signedCookie("sign-in", SECONDS);
}
