import { requestFrom } from "#tests/server/site.ts";
import { allRoutes } from "#tests/support/routes.ts";
import type { Entries } from "#tests/fuzz/entries.ts";
import type { AttackedSite } from "./site.ts";

export type Form = { path: string; fields: Entries; takesFile: boolean };

/** The result of following each kind of link once: an address for each pattern, and the forms of their pages. */
export type Found = { addresses: ReadonlyMap<string, string>; forms: readonly Form[] };

const patterns = allRoutes()
  .map(({ pattern }) => pattern)
  .filter((pattern) => !pattern.includes("*"))
  .toSorted((one, other) => parametersOf(one).length - parametersOf(other).length)
  .map((pattern) => ({ pattern, shape: shapeOf(pattern) }));

/** Links to files, and links that end a session. */
const NOT_FOLLOWED = /signed-out|\/export$|\/slips$|\/template\//;
const NOBODYS_FILE = "00000000-0000-4000-8000-000000000000";

/** Values that no link of a new school contains; other parameters are 1. */
const UNLINKED: Readonly<Record<string, string>> = {
  uploadId: NOBODYS_FILE,
  importId: NOBODYS_FILE,
  picture: "1.jpg",
  field: "teacher_comment",
  tab: "general",
  kind: "report-card",
  mergedKey: "2",
};

type Options = {
  /** Tells which pages are alike, so that one of them is enough. By default, pages with one pattern are. */
  kindOf?: (path: string) => string | undefined;
  onPage?: (path: string, html: string) => void;
};

export async function crawl(
  site: AttackedSite,
  cookie: string,
  { kindOf = patternOf, onPage }: Options = {},
): Promise<Found> {
  const addresses = new Map<string, string>();
  const forms: Form[] = [];
  const seen = new Set<string>();
  const follow = async (waiting: string[]) => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const [pattern, kind] = [patternOf(path), kindOf(path)];
      if (!pattern || !kind || seen.has(kind)) continue;
      seen.add(kind);
      if (!addresses.has(pattern)) addresses.set(pattern, path);
      const page = NOT_FOLLOWED.test(path) ? "" : await pageAt(site, path, cookie);
      onPage?.(path, page);
      waiting.push(...linksIn(page));
      forms.push(...formsIn(page, path));
    }
  };
  await follow(["/app", "/app/attendance-register"]);
  await follow(patterns.map(({ pattern }) => addressOf(pattern, addresses)));
  return { addresses, forms };
}

async function pageAt(site: AttackedSite, path: string, cookie: string): Promise<string> {
  const { body, headers } = await requestFrom(site, path, { headers: { Cookie: cookie }, agent: site.agent });
  return headers["content-type"]?.startsWith("text/html") ? body : "";
}

/** Fills in a pattern that no link leads to but scripts call, with values of the same name from other addresses. */
function addressOf(pattern: string, addresses: ReadonlyMap<string, string>): string {
  const met = new Map(Object.entries(UNLINKED));
  for (const [other, address] of addresses) {
    for (const [name, value] of Object.entries(valuesIn(other, address))) if (value) met.set(name, value);
  }
  return pattern.replaceAll(/:(\w+)\??/g, (_, name: string) => met.get(name) ?? "1");
}

/** Finds the matching pattern with the fewest parameters, as Remix does. */
export function patternOf(address: string): string | undefined {
  const [path = ""] = address.split(/[?#]/);
  return patterns.find(({ shape }) => shape.test(path))?.pattern;
}

function parametersOf(pattern: string): string[] {
  return [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

/** Reads the parameters of an address, still encoded. */
export function valuesIn(pattern: string, address: string): Record<string, string> {
  const values = shapeOf(pattern).exec(address.split(/[?#]/)[0] ?? "") ?? [];
  return Object.fromEntries(parametersOf(pattern).map((name, index) => [name, values[index + 1] ?? ""]));
}

function shapeOf(pattern: string): RegExp {
  const shape = pattern.replaceAll(/\/:\w+\?/g, "(?:/([^/]+))?").replaceAll(/:\w+/g, "([^/]+)");
  return new RegExp(`^${shape}/?$`);
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*\shref="(\/[^"]*)"/g)].map(([, path = ""]) => plain(path));
}

function formsIn(html: string, page: string): Form[] {
  const found = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)];
  return found
    .filter(([, tag = ""]) => /method="post"/i.test(tag))
    .map(([, tag = "", inside = ""]) => ({
      path: attribute(tag, "action") || page,
      fields: fieldsIn(inside),
      takesFile: /multipart/.test(tag),
    }));
}

/**
 * Lists the fields of a form. Of several named buttons the first one counts, as if it were pressed, and of a repeated
 * name the first field.
 */
function fieldsIn(html: string): Entries {
  const tags = [...html.matchAll(/<(input|select|textarea|button)\b([^>]*)>/g)];
  const fields = new Map<string, string>();
  for (const [, , tag = ""] of tags) {
    const name = attribute(tag, "name");
    if (name && !fields.has(name) && !/type="file"/.test(tag)) fields.set(name, attribute(tag, "value"));
  }
  return [...fields];
}

export function attribute(tag: string, name: string): string {
  return plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

export function plain(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
