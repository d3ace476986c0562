import { redirect, redirectDocument, type Cookie } from "@remix-run/node";
import { signedCookie } from "./session-cookie.server.ts";

/** A message about the last action, shown by the page that follows it. */
export type Notice = {
  text: string;
  tone: "done" | "refused";
  seconds: number;
  /** The id of the change if the message offers to undo it. */
  undo?: number;
};

/** The next page shows the notice. A notice older than a minute is out of date and is not shown. */
const LIFE_SECONDS = 60;

/** Redirects to a page that shows a notice for this many seconds. */
export async function redirectWithNotice(
  to: string,
  text: string,
  { tone = "done", seconds = 3, undo }: Partial<Omit<Notice, "text">> = {},
): Promise<Response> {
  return redirect(to, await noticeHeaders({ text, tone, seconds, ...(undo !== undefined && { undo }) }));
}

/**
 * Redirects with a notice and makes the browser reload the whole page. After a redirect within the app, Remix would
 * repeat the page's background request on later navigations. The repeated request would redirect again, for example out
 * of a dialog that was just opened.
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

/** Returns the `Set-Cookie` header of a notice, for responses that set other cookies too. */
export function createNoticeCookie(text: string): Promise<string> {
  return cookie().serialize({ text, tone: "done", seconds: 3 } satisfies Notice);
}

/** Returns the notice in the request's cookie, and the header that deletes the cookie. */
export async function readNotice(
  request: Request,
): Promise<{ notice: Notice | null; headers: Record<string, string> }> {
  const brought: unknown = await cookie().parse(request.headers.get("Cookie"));
  if (!isNotice(brought)) return { notice: null, headers: {} };
  return { notice: brought, headers: { "Set-Cookie": await cookie().serialize("", { maxAge: 0 }) } };
}

/** The content is not checked further, because the cookie is signed. */
function isNotice(brought: unknown): brought is Notice {
  return typeof brought === "object" && brought !== null && "text" in brought;
}

function cookie(): Cookie {
  return signedCookie("notice", LIFE_SECONDS);
}
