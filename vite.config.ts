import { vitePlugin as remix } from "@remix-run/dev";
import autoprefixer from "autoprefixer";
import { defineConfig, type BuildEnvironmentOptions } from "vite";
import { bundleEveryPageCode } from "./app/server/http/every-page.ts";
import {
  patchRemixPlugin,
  withoutSideEffectsPlugin,
  forbidServerCodePlugin,
  fetchBeforeImportPlugin,
} from "./app/server/vite-plugins.ts";
import { tailwindByStyleSheet } from "./app/server/http/tailwind-by-sheet.ts";
import remixOptions from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  // Only an interface can extend the declaration in Remix.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Future {
    v3_singleFetch: true;
  }
}

/** Terser's output is 4 % smaller than the output of Vite's default minifier. */
const FOR_BROWSERS = { minify: "terser", terserOptions: { compress: { passes: 2 } } } as const;

/** Node supports class fields. Rewritten for old browsers, they would make creating many objects slow. */
const FOR_NODE = { target: "node20", minify: false } as const;

/** Both builds, for server and browser, process styles the same way, so that both name the same style sheet. */
const STYLES: BuildEnvironmentOptions = {
  cssTarget: ["chrome87", "edge88", "firefox78", "safari14"],
  cssMinify: "esbuild",
};

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    remix(remixOptions),
    forbidServerCodePlugin(),
    bundleEveryPageCode(),
    fetchBeforeImportPlugin(),
    patchRemixPlugin(),
    withoutSideEffectsPlugin(),
  ],
  css: { postcss: { plugins: [tailwindByStyleSheet, autoprefixer()] } },
  build: {
    sourcemap: false,
    ...(isSsrBuild ? FOR_NODE : FOR_BROWSERS),
    ...STYLES,
  },
  // Tremor is bundled, so that the server too loads only the parts that draw something.
  ssr: { noExternal: ["@tremor/react"] },
  // Remix's development server follows style imports into server modules, which Vite cannot bundle.
  optimizeDeps: { exclude: ["@node-rs/argon2", "pg", "pg-boss", "sequelize", "sharp", "zod"] },
}));
