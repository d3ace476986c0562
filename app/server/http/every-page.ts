import { resolve } from "node:path";
import type { Plugin } from "vite";

type Modules = {
  getModuleIds: () => IterableIterator<string>;
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
};

const AS_ROUTE = "?__remix-build-client-route";
const ENTERED_DIRECTLY = [
  "app/entry.client.tsx",
  `app/root.tsx${AS_ROUTE}`,
  `app/routes/mark-sheet/sheet.tsx${AS_ROUTE}`,
  `app/routes/term-reports/report.tsx${AS_ROUTE}`,
];

/** The entry modules of every page of a signed-in person. */
const STARTS = /\/app\/(root|entry\.client|routes\/app)\.tsx$/;
/** The page that usually follows the main menu. Code that only these two pages share gets no file of its own. */
const SHEET = /\/app\/routes\/mark-sheet\/sheet\.tsx$/;
const REPORT = /\/app\/routes\/term-reports\/report\.tsx$/;
/**
 * Code that many pages need. In one file it compresses to less than half of its size in separate files. What a mark
 * sheet needs of it is in the file of every page; the rest, such as date fields and tables, in a second file.
 */
const ON_MANY_PAGES =
  /\/app\/(?:root\.tsx|ui\/(?:page\/|loading\/|overlay\/(?:dialog|fixed-foot)\.|use-hydrated|is-touched)|saving\/screen\/(?:row-status|rows-summary|save-foot)\.|domain\/(?:attendance|dates|messages|names|people\/list-params|subject-results|terms)\.|fields\/(?!term-record|people\/)|features\/shell\/frame\/failure-dialog\.)/;
const FRAMEWORK =
  /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\/|\/app\/entry\.client\.tsx$/;
/**
 * The bundler's own helpers. They are in the framework's file, which needs them too. Otherwise each of the two files
 * would wait for the other. The wrappers of an old package, such as the chart's, stay with the code that imports it.
 */
const BUNDLERS_OWN = /^\0(?!.*node_modules)/;

/**
 * A Vite plugin that puts the code of every page into two files, the framework and our code, instead of some thirty
 * small files. Larger files compress better, and the framework's file does not change in most deployments.
 */
export function bundleEveryPageCode(): Plugin {
  return {
    name: "every-page",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks: chunksOf() } } } },
    /** Lets a file export more than its page needs. Otherwise importing it would need one more small file. */
    buildStart() {
      if (this.environment.name !== "client") return;
      for (const id of ENTERED_DIRECTLY) {
        this.emitFile({ type: "chunk", id: resolve(id), preserveSignature: "allow-extension" });
      }
    },
  };
}

function chunksOf() {
  let needed: ReadonlySet<string> | null = null;
  return (id: string, modules: Modules): string | undefined => {
    needed ??= neededOnEveryPage(modules);
    if (FRAMEWORK.test(id) || BUNDLERS_OWN.test(id)) return "framework";
    if (needed.has(id)) return "every-page";
    return ON_MANY_PAGES.test(id) ? "many-pages" : undefined;
  };
}

function neededOnEveryPage(modules: Modules): Set<string> {
  const [sheet, report] = [importedBy(SHEET, modules), importedBy(REPORT, modules)];
  const shared = [...sheet].filter((id) => report.has(id) || ON_MANY_PAGES.test(id));
  return new Set([...importedBy(STARTS, modules), ...shared].filter((id) => !STARTS.test(id)));
}

/** Returns the modules and everything that they import statically. */
function importedBy(starts: RegExp, { getModuleIds, getModuleInfo }: Modules): Set<string> {
  const found = new Set<string>();
  const waiting = [...getModuleIds()].filter((id) => starts.test(id));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
