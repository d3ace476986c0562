import { resolve, relative, sep } from "node:path";
import type { Plugin, Rollup } from "vite";

type Patch = {
  /** The file of Remix, and the code in it that is replaced. */
  file: RegExp;
  code: readonly { remix: string; ours: string }[];
  /** Our function that `ours` calls, and the module that exports it. */
  call: { name: string; from: string };
};

const PATCHES: readonly Patch[] = [
  {
    // Without the script of a link's page, Remix reloads the current page instead of opening the next page.
    file: /\/@remix-run\/react\/dist\/esm\/routeModules\.js$/,
    code: [{ remix: "window.location.reload();", ours: "loadWholePage();" }],
    call: { name: "loadWholePage", from: "app/entry.client.tsx" },
  },
  {
    // If the reload after a form fails, Remix replaces the page, and the typed text, with an error.
    file: /\/@remix-run\/react\/dist\/esm\/single-fetch\.js$/,
    code: [
      keepData("singleFetchLoaderFetcherStrategy(request, matches)"),
      keepData("singleFetchLoaderNavigationStrategy(manifest, routeModules, getRouter(), request, matches)"),
    ],
    call: { name: "preserveDataAfterReply", from: "app/ui/form/form-result.ts" },
  },
];

function keepData(load: string) {
  const ours = `return preserveDataAfterReply(${load}, { state: getRouter().state, request, fetcherKey });`;
  return { remix: `return ${load};`, ours };
}

/** A Vite plugin that replaces some of Remix's code with calls to our own functions. */
export function patchRemixPlugin(): Plugin {
  return {
    name: "termbook:remix-patches",
    apply: "build",
    transform: (code, id) => {
      const patch = PATCHES.find(({ file }) => file.test(id));
      if (!patch) return null;
      const { name, from } = patch.call;
      const patched = patch.code.reduce((text, { remix, ours }) => {
        if (!text.includes(remix)) throw new Error(`${id} no longer has the code: ${remix}`);
        return text.replace(remix, ours);
      }, code);
      return `import { ${name} } from ${JSON.stringify(resolve(from))};\n${patched}`;
    },
  };
}

/**
 * Tremor and its dependencies have no side effects when they are imported, but their package.json files do not say
 * so. Without this plugin, one chart would bring all of Tremor's forms and calendars into the bundle: 204 KB (Brotli)
 * instead of 112 KB.
 */
const PURE =
  /\/node_modules\/(?:@tremor\/react|@headlessui\/react|@floating-ui\/[^/]+|@tanstack\/[^/]+|react-day-picker|date-fns|react-transition-state|tailwind-merge)\//;

/** A Vite plugin that lets the bundler leave out what nobody imports from these packages. */
export function withoutSideEffectsPlugin(): Plugin {
  return {
    name: "termbook:without-side-effects",
    apply: "build",
    transform: (code, id) => (PURE.test(id) ? { code, map: null, moduleSideEffects: false } : null),
  };
}

/**
 * Code that must not be in the browser's build. For example, importing a constant from `db/` would bundle `pg` too.
 */
const FORBIDDEN = /^(db|jobs|templates)\/|^node_modules\/zod\//;

/** A Vite plugin that fails the browser's build if it contains server code. The error shows the chain of imports. */
export function forbidServerCodePlugin(): Plugin {
  let root = "";
  let isForBrowser = false;
  return {
    name: "termbook:server-code-stays-out",
    apply: "build",
    configResolved(config) {
      root = config.root;
      isForBrowser = !config.build.ssr;
    },
    generateBundle(_options, bundle) {
      if (!isForBrowser) return;
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const found = modules.find((id) => FORBIDDEN.test(shortName(id, root)));
      if (found) this.error(explained(chainTo(found, this), root));
    },
  };
}

/** Finds the shortest chain of imports from an entry of the browser's build to the module. */
function chainTo(id: string, context: Rollup.PluginContext): string[] {
  const paths: string[][] = [[id]];
  const seen = new Set([id]);
  for (const path of paths) {
    const [first = id] = path;
    const info = context.getModuleInfo(first);
    if (!info || info.isEntry) return path;
    for (const importer of [...info.importers, ...info.dynamicImporters]) {
      if (!seen.has(importer)) paths.push([importer, ...path]);
      seen.add(importer);
    }
  }
  return [id];
}

function explained(chain: string[], root: string): string {
  const names = chain.map((id) => shortName(id, root));
  return `Server code would reach the browser:\n  ${names.join("\n  -> ")}\nImport types only, or move what both need to domain/.`;
}

function shortName(id: string, root: string): string {
  const [path = id] = id.split("?");
  return relative(root, path).split(sep).join("/");
}

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
