import { resolve } from "node:path";
import type { Plugin } from "vite";

/** The module that Vite's browser build calls for each `import()`, with the files to load. */
const PRELOAD = "\0vite/preload-helper.js";
const OURS = "app/ui/loading/fetched-first.ts";

/** These files are always loaded before any `import()` runs. */
const ON_EVERY_PAGE = /\/(entry\.client|root)-/;

/** A Vite plugin that makes `import()` fetch its files first, because browsers remember a preload that failed. */
export function fetchBeforeImportPlugin(): Plugin {
  return {
    name: "termbook:imports-fetched-first",
    enforce: "pre",
    apply: "build",
    config: () => ({ build: { modulePreload: { resolveDependencies } } }),
    resolveId: (id) => (id === PRELOAD ? resolve(OURS) : null),
    transform: (code, id) =>
      id === resolve(OURS) ? `${code}\nexport { importAfterFetch as __vitePreload };` : null,
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
