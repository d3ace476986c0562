import { OPEN_NEXT_PAGE_HEADER } from "#runtime/request-context.ts";

const REDIRECT = 302;
const OK = 200;
/** The headers of the form's body. They are removed from the request for the next page, which has no body. */
const OF_BODY = ["content-type", "content-length", "content-encoding", "transfer-encoding", "origin"];

/**
 * Responds to a form with the page that its redirect leads to, if the route asks for this with the header
 * `X-Open-Next-Page`. This saves a round trip, which takes a long time on a slow line. The page's first script sets the
 * page's own address, so that a reload does not send the form again. A route may therefore ask only for browsers that
 * run scripts. For anything other than a page, the response is the redirect: `open` returns null then, so that a
 * document is not made twice.
 */
export async function withNextPage(
  answer: Response,
  { url, headers, signal }: Request,
  { open, nonce }: { open: (request: Request) => Promise<Response> | null; nonce: string },
): Promise<Response> {
  if (!answer.headers.has(OPEN_NEXT_PAGE_HEADER)) return answer;
  const plain = new Response(answer.body, answer);
  plain.headers.delete(OPEN_NEXT_PAGE_HEADER);
  const next = new URL(plain.headers.get("Location") ?? url, url);
  if (plain.status !== REDIRECT || next.origin !== new URL(url).origin) return plain;
  const asked = new Headers(headers);
  for (const name of OF_BODY) asked.delete(name);
  asked.set("Cookie", cookiesAfter(headers.get("Cookie") ?? "", plain.headers.getSetCookie()));
  const page = await open(new Request(next, { headers: asked, signal }));
  if (!page) return plain;
  const isPage = page.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (page.status !== OK || !isPage) {
    await page.body?.cancel();
    return plain;
  }
  const named = withAddress(await page.text(), { address: next.pathname + next.search, nonce });
  const given = new Headers(page.headers);
  given.delete("Content-Length");
  given.delete("Set-Cookie");
  // The cookies keep the order of the two responses, because the page may change a cookie that the redirect has set.
  for (const cookie of [...plain.headers.getSetCookie(), ...page.headers.getSetCookie()])
    given.append("Set-Cookie", cookie);
  return new Response(named, { headers: given });
}

/** Returns the cookies that the browser would have sent with its next request. */
function cookiesAfter(sent: string, set: readonly string[]): string {
  const cookies = new Map(sent === "" ? [] : sent.split(/;\s*/).map(pairOf));
  for (const cookie of set) {
    const [name, value] = pairOf(cookie.split(";", 1)[0] ?? "");
    if (/;\s*max-age=0\b/i.test(cookie)) cookies.delete(name);
    else cookies.set(name, value);
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function pairOf(cookie: string): [string, string] {
  const [name = "", ...value] = cookie.split("=");
  return [name, value.join("=")];
}

/** The script removes itself, because React expects the head to be as rendered. */
function withAddress(html: string, { address, nonce }: { address: string; nonce: string }): string {
  const text = JSON.stringify(address).replaceAll("<", String.raw`\u003c`);
  const script = `history.replaceState(null,"",${text});document.currentScript.remove()`;
  return html.replace("<head>", () => `<head><script nonce="${nonce}">${script}</script>`);
}
