import type { Plugin } from "vite";

type Modules = {
  getModuleIds: () => IterableIterator<string>;
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
};

/** What runs on every page of a signed-in person starts here. */
const STARTS = /\/app\/(root|entry\.client|routes\/app)\.tsx$/;
/** What most pages need: it packs to less than half of what it takes in files of its own. */
const ON_MOST_PAGES = /\/app\/(?:ui\/(?:page\/|use-hydrated)|domain\/(?:dates|messages|names|terms)\.)/;
const FRAMEWORK =
  /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//;

/**
 * What every page needs comes in two files, the framework and ours, instead of some thirty small ones: a file packs
 * better the more it holds, and the framework's stays the same over most deploys (design section 9).
 */
export function everyPage(): Plugin {
  return {
    name: "every-page",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks: chunksOf() } } } },
  };
}

function chunksOf() {
  let needed: ReadonlySet<string> | null = null;
  return (id: string, modules: Modules): string | undefined => {
    needed ??= staticallyImported(modules);
    // What the bundler adds by itself serves the framework too: in our file each of the two would wait for the other.
    if (FRAMEWORK.test(id) || id.startsWith("\0")) return "framework";
    const isCommon = needed.has(id) || ON_MOST_PAGES.test(id);
    return isCommon && !STARTS.test(id) ? "every-page" : undefined;
  };
}

function staticallyImported({ getModuleIds, getModuleInfo }: Modules): Set<string> {
  const found = new Set<string>();
  const waiting = [...getModuleIds()].filter((id) => STARTS.test(id));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
