import type { Page } from "playwright-core";

/**
 * Lists the links that the page's signed-in person gets at an address, without opening a browser page. `from` is the
 * address after redirects.
 */
export async function readLinksAt(
  page: Page,
  address: string,
  name: RegExp,
): Promise<{ from: string; links: string[] }> {
  const answer = await page.request.get(address);
  const links = linksIn(await answer.text()).filter(({ words }) => name.test(words));
  return { from: new URL(answer.url()).pathname, links: links.map(({ leadsTo }) => leadsTo) };
}

export async function readLinkAt(page: Page, address: string, name: RegExp): Promise<string> {
  const { links } = await readLinksAt(page, address, name);
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
