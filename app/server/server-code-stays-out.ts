import { relative, sep } from "node:path";
import type { Plugin, Rollup } from "vite";

/** Code that must not be in the browser's build. For example, importing a constant from `db/` would bring `pg` too. */
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
