/** What stands in a page as it was served. */
export function stylesheetsIn(html: string): string[] {
  return tags(html, "link")
    .filter((tag) => attribute(tag, "rel") === "stylesheet")
    .flatMap((tag) => attribute(tag, "href") ?? []);
}

export type ServedRow = { row: string; base: number };

/** The rows of a sheet whose mark can be typed, with the version that each was read at. */
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
