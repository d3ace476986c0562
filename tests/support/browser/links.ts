import type { Page } from "playwright-core";

/**
 * Where the links lead that the server shows there to whoever is signed in on the page: asked without opening a page of
 * the browser for it. `from` is where the server sent the question on to.
 */
export async function linksAt(
  page: Page,
  address: string,
  name: RegExp,
): Promise<{ from: string; links: string[] }> {
  const answer = await page.request.get(address);
  const links = linksIn(await answer.text()).filter(({ words }) => name.test(words));
  return { from: new URL(answer.url()).pathname, links: links.map(({ leadsTo }) => leadsTo) };
}

export async function linkAt(page: Page, address: string, name: RegExp): Promise<string> {
  const { links } = await linksAt(page, address, name);
  if (!links[0]) throw new Error(`${address} has no link ${String(name)}`);
  return links[0];
}

function linksIn(html: string): { words: string; leadsTo: string }[] {
  return [...html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>([^]*?)<\/a>/g)].map(
    ([, leadsTo = "", inside = ""]) => ({
      words: inside.replaceAll(/<[^>]*>/g, ""),
      leadsTo: leadsTo.replaceAll("&amp;", "&"),
    }),
  );
}
