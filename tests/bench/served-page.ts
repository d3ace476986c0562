/** Lists the style sheets of a served page. A sheet that occurs twice is listed once, as browsers load it once. */
export function stylesheetsIn(html: string): Set<string> {
  const links = tags(html, "link").filter((tag) => attribute(tag, "rel") === "stylesheet");
  return new Set(links.flatMap((tag) => attribute(tag, "href") ?? []));
}

/** Lists the addresses of pictures, with their HTML-escaped `&` restored. */
export function picturesIn(html: string): Set<string> {
  return new Set(tags(html, "img").flatMap((tag) => attribute(tag, "src")?.replaceAll("&amp;", "&") ?? []));
}

export type ServedRow = { row: string; base: number };

export function rowsIn(html: string): ServedRow[] {
  const bases = new Map(
    tags(html, "input").map((tag) => [attribute(tag, "name") ?? "", attribute(tag, "value") ?? ""]),
  );
  return [...bases.keys()].flatMap((name) => {
    const [field, row = ""] = name.split(".");
    return field === "mark" ? { row, base: Number(bases.get(`base.${row}`)) } : [];
  });
}

function tags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
}
