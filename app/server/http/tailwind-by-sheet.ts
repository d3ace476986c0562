import type { RouteConfigEntry } from "@remix-run/route-config";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "postcss";
import tailwindcss from "tailwindcss";
import look from "../../../tailwind.config.ts";
import routeConfig from "../../routes.ts";
import { styleSheetOfPage } from "../../ui/styles/sheets.ts";

const ROOT = "app/root.tsx";

/** The page whose HTML includes the common styles, `base.css`, because a style sheet would cost a round trip. */
const SIGN_IN = "app/routes/sign-in/sign-in.tsx";

/** The classes of the overview's charts. Tremor composes their names, so Tailwind cannot find them. */
const CHART_CLASSES = ["red-500", "ink", "sepia", "line-2", "cream-2", "paper"].flatMap((color) => [
  `fill-${color}`,
  `stroke-${color}`,
]);

/**
 * The copy of a rule for a class such as `!name`, for which Tailwind takes the `!name` of a script. Within `:not()` the
 * copy would apply to exactly the elements that the rule leaves out.
 */
const NEGATED_COPY = /:not\([^()]*\\!/;

const IMPORT = /\bfrom\s*"([#.][^"]+)"|\bimport\(\s*"([#.][^"]+)"/g;

/** A PostCSS plugin that runs Tailwind on the files of a style sheet's pages, so that the sheet has no other styles. */
export const tailwindByStyleSheet: Plugin = {
  postcssPlugin: "tailwind-by-sheet",
  async Once(root, { postcss, result }) {
    const sheet = path.basename(result.opts.from?.split("?")[0] ?? "", ".css");
    const content = filesOfStyleSheet(sheet).map((file) => `./${file}`);
    const safelist = sheet === "overview" ? CHART_CLASSES : [];
    const written = await postcss([tailwindcss({ ...look, content, safelist })]).process(root, {
      from: result.opts.from,
    });
    result.messages.push(...written.messages);
    root.walkRules(NEGATED_COPY, (rule) => void rule.remove());
  },
};

/** Lists the files of a style sheet's pages: the files of their routes, and all files that these import. */
export function filesOfStyleSheet(sheet: string): string[] {
  const files = new Set(sheet === "base" ? [ROOT, SIGN_IN] : [ROOT, ...routesOf(sheet, routeConfig, "/")]);
  for (const file of files) importsOf(file).forEach((imported) => files.add(imported));
  return [...files].filter((file) => !file.endsWith(".server.ts"));
}

/** Lists the files of the routes with a page of the sheet, and of the routes around them. */
function routesOf(sheet: string, entries: readonly RouteConfigEntry[], above: string): string[] {
  return entries.flatMap(({ file, path: own = "", children = [] }) => {
    const url = path.posix.join(above, own);
    const inside = routesOf(sheet, children, url);
    return styleSheetOfPage(url) === sheet || inside.length > 0 ? [`app/${file}`, ...inside] : [];
  });
}

/**
 * Lists the modules that a module imports, also on the server, which draws charts. The `#` paths are package.json's.
 */
function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)]
    .map(([, named, loaded]) => named ?? loaded ?? "")
    .map((name) =>
      name.startsWith("#") ? `app/${name.slice(1)}` : path.posix.join(path.dirname(file), name),
    )
    .filter((imported) => /\.tsx?$/.test(imported) && existsSync(imported));
}
