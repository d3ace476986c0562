import { redirect, redirectDocument, type Cookie } from "@remix-run/node";
import { signedCookie } from "./signed-cookie.server.ts";

/** What the last act did, for the page that comes after it. */
export type Notice = { text: string; tone: "done" | "refused"; seconds: number };

/** A notice waits until the next page asks for it; after a minute it is not news any more. */
const LIFE_SECONDS = 60;

/** @param seconds how long the notice stays on the screen (A9) */
export async function redirectWithNotice(
  to: string,
  text: string,
  { tone = "done", seconds = 3 }: Partial<Omit<Notice, "text">> = {},
): Promise<Response> {
  return redirect(to, await noticeHeaders({ text, tone, seconds }));
}

/**
 * The same, and the browser loads the page as if it were opened. What a page asks by itself is asked again by script with
 * its next ways: where the answer led elsewhere, it would lead there again from a dialog that was just opened.
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

/** The `Set-Cookie` of an answer that has others beside it. */
export function noticeCookie(text: string): Promise<string> {
  return cookie().serialize({ text, tone: "done", seconds: 3 } satisfies Notice);
}

/** The notice that this request brings, and the header that takes it away again. */
export async function takeNotice(
  request: Request,
): Promise<{ notice: Notice | null; headers: Record<string, string> }> {
  const brought: unknown = await cookie().parse(request.headers.get("Cookie"));
  if (!isNotice(brought)) return { notice: null, headers: {} };
  return { notice: brought, headers: { "Set-Cookie": await cookie().serialize("", { maxAge: 0 }) } };
}

/** The cookie is signed, so whatever has this shape is ours. */
function isNotice(brought: unknown): brought is Notice {
  return typeof brought === "object" && brought !== null && "text" in brought;
}

function cookie(): Cookie {
  return signedCookie("notice", LIFE_SECONDS);
}
