import { resolve } from "node:path";
import type { Plugin } from "vite";

const REMIX = /\/@remix-run\/react\/dist\/esm\/routeModules\.js$/;
/** Remix's code for a missing route script. It reloads the current page instead of opening the next one. */
const ITS_OWN = "window.location.reload();";
const OURS = "app/entry.client.tsx";

/** A Vite plugin that makes a link load its page as a whole when the page's script is missing. */
export function loadWholePagePlugin(): Plugin {
  return {
    name: "termbook:whole-page-instead",
    apply: "build",
    transform: (code, id) => {
      if (!REMIX.test(id)) return null;
      if (!code.includes(ITS_OWN)) throw new Error(`${id} no longer reloads the page`);
      const ours = `import { loadWholePage } from ${JSON.stringify(resolve(OURS))};\n`;
      return ours + code.replace(ITS_OWN, "loadWholePage();");
    },
  };
}
