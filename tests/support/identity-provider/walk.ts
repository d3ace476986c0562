/** A page of the provider. Its forms and cookies are handled as by a browser without scripts. */
type Shown = { address: string; html: string };

const MOST_STEPS = 20;

/**
 * Signs in at the provider as `login` and consents. Without a login, cancels the sign-in. Returns the address of ours
 * to which the provider redirects.
 */
export async function signInAtProvider(
  start: string,
  { publicUrl, login }: { publicUrl: string; login: string | null },
): Promise<string> {
  const follow = followerWith(new Map(), publicUrl);
  let shown = await follow(start);
  for (let step = 0; step < MOST_STEPS && !shown.address.startsWith(publicUrl); step += 1) {
    shown = login === null ? await follow(linkIn(shown, "abort")) : await follow(...formIn(shown, login));
  }
  return shown.address;
}

function followerWith(cookies: Map<string, string>, publicUrl: string) {
  return async function follow(address: string, body?: URLSearchParams): Promise<Shown> {
    if (address.startsWith(publicUrl)) return { address, html: "" };
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const method = body ? "POST" : "GET";
    const response = await fetch(address, { method, body, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    if (location) return follow(new URL(location, address).href);
    return { address, html: await response.text() };
  };
}

function formIn({ html, address }: Shown, login: string): [string, URLSearchParams] {
  const [, action = address] = /<form [^>]*action="([^"]+)"/.exec(html) ?? [];
  const [, prompt = ""] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
  return [action, new URLSearchParams({ prompt, ...(prompt === "login" && { login, password: "any" }) })];
}

function linkIn({ html, address }: Shown, end: string): string {
  const [, link = address] = new RegExp(`href="([^"]+/${end})"`).exec(html) ?? [];
  return link;
}
