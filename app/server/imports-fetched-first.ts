import { resolve } from "node:path";
import type { Plugin } from "vite";

/** Vite calls this module for each `import()` in a browser's build, with the imported files. */
const PRELOAD = "\0vite/preload-helper.js";
const OURS = "app/ui/loading/fetched-first.ts";

/** These files are loaded before anything can be imported. */
const ON_EVERY_PAGE = /\/(entry\.client|root)-/;

/** Makes every `import()` fetch its files first instead of preloading them: browsers remember even a failed preload. */
export function importsFetchedFirst(): Plugin {
  return {
    name: "termbook:imports-fetched-first",
    enforce: "pre",
    apply: "build",
    config: () => ({ build: { modulePreload: { resolveDependencies } } }),
    resolveId: (id) => (id === PRELOAD ? resolve(OURS) : null),
    transform: (code, id) =>
      id === resolve(OURS) ? `${code}\nexport { fetchedFirst as __vitePreload };` : null,
  };
}

function resolveDependencies(
  module: string,
  files: string[],
  { hostType }: { hostType: "html" | "js" },
): string[] {
  if (hostType === "html") return files;
  return [...new Set([module, ...files])]
    .filter((file) => !ON_EVERY_PAGE.test(file))
    .map((file) => `/${file}`);
}
