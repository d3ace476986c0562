import { redirect, redirectDocument, type Cookie } from "@remix-run/node";
import { signedCookie } from "./session-cookie.server.ts";

/** The result of the last action, for the page that comes after it. */
export type Notice = { text: string; tone: "done" | "refused"; seconds: number };

/** A notice waits until the next page asks for it; after a minute it is no longer news. */
const LIFE_SECONDS = 60;

/** Redirects with a notice. @param seconds how long the notice stays on the screen */
export async function redirectWithNotice(
  to: string,
  text: string,
  { tone = "done", seconds = 3 }: Partial<Omit<Notice, "text">> = {},
): Promise<Response> {
  return redirect(to, await noticeHeaders({ text, tone, seconds }));
}

/**
 * Redirects with a notice and makes the browser load the page afresh. Requests that a page sends by itself are
 * repeated by a script with later navigations: when a response redirected, it would do so again from a dialog that
 * was just opened.
 */
export async function reloadWithNotice(
  to: string,
  text: string,
  { tone = "done", seconds = 3 }: Partial<Omit<Notice, "text">> = {},
): Promise<Response> {
  return redirectDocument(to, await noticeHeaders({ text, tone, seconds }));
}

async function noticeHeaders(notice: Notice) {
  return { headers: { "Set-Cookie": await cookie().serialize(notice) } };
}

/** Returns the `Set-Cookie` header of a notice, for a response that sets other cookies too. */
export function noticeCookie(text: string): Promise<string> {
  return cookie().serialize({ text, tone: "done", seconds: 3 } satisfies Notice);
}

/** Returns the notice of this request, and the header that deletes it. */
export async function readNotice(
  request: Request,
): Promise<{ notice: Notice | null; headers: Record<string, string> }> {
  const brought: unknown = await cookie().parse(request.headers.get("Cookie"));
  if (!isNotice(brought)) return { notice: null, headers: {} };
  return { notice: brought, headers: { "Set-Cookie": await cookie().serialize("", { maxAge: 0 }) } };
}

/** The cookie is signed, so its shape is guaranteed. */
function isNotice(brought: unknown): brought is Notice {
  return typeof brought === "object" && brought !== null && "text" in brought;
}

function cookie(): Cookie {
  return signedCookie("notice", LIFE_SECONDS);
}
