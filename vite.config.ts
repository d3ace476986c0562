import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type BuildEnvironmentOptions } from "vite";
import { bundleEveryPageCode } from "./app/server/http/every-page.ts";
import { importsFetchedFirst } from "./app/server/imports-fetched-first.ts";
import { serverCodeStaysOut } from "./app/server/server-code-stays-out.ts";
import { loadWholePagePlugin } from "./app/server/whole-page-instead.ts";
import remixOptions from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  // Declaration merging needs an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Future {
    v3_singleFetch: true;
  }
}

/** The output is 4 % smaller than that of the default. */
const FOR_BROWSERS = { minify: "terser", terserOptions: { compress: { passes: 2 } } } as const;

/** Node has class fields; rewritten for old browsers, they are slow to make in each row. */
const FOR_NODE = { target: "node20", minify: false } as const;

/**
 * Both builds have the same styles, or the served page would name another style sheet than the page that takes over.
 */
const STYLES: BuildEnvironmentOptions = {
  cssTarget: ["chrome87", "edge88", "firefox78", "safari14"],
  cssMinify: "esbuild",
};

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    remix(remixOptions),
    serverCodeStaysOut(),
    bundleEveryPageCode(),
    importsFetchedFirst(),
    loadWholePagePlugin(),
  ],
  build: {
    sourcemap: false,
    ...(isSsrBuild ? FOR_NODE : FOR_BROWSERS),
    ...STYLES,
  },
  // Remix's development server follows styles into Vite server modules, and these cannot be made for a browser.
  optimizeDeps: { exclude: ["@node-rs/argon2", "pg", "pg-boss", "sequelize", "sharp", "zod"] },
}));
