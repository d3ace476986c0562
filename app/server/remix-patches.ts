import { resolve } from "node:path";
import type { Plugin } from "vite";

type Patch = {
  /** The file of Remix, and the code in it that is replaced. */
  file: RegExp;
  code: readonly { remix: string; ours: string }[];
  /** Our function that `ours` calls, and the module that exports it. */
  call: { name: string; from: string };
};

const PATCHES: readonly Patch[] = [
  {
    // Without the script of a link's page, Remix reloads the current page instead of opening the next one.
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
