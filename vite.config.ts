import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { everyPage } from "./app/server/http/every-page.ts";
import { serverCodeStaysOut } from "./app/server/server-code-stays-out.ts";
import remixOptions from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  // Declaration merging takes an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [remix(remixOptions), serverCodeStaysOut(), everyPage()],
  // 4 % smaller than what the default makes of it.
  build: {
    sourcemap: false,
    // A preload that fails is remembered by the browser: what is fetched again when the network is back would fail for good.
    modulePreload: { resolveDependencies: (_file, files, { hostType }) => (hostType === "js" ? [] : files) },
    minify: "terser",
    terserOptions: { compress: { passes: 2 } },
  },
  // Looking for styles, Remix's development server shows Vite server modules too; these cannot be made for a browser.
  optimizeDeps: { exclude: ["pg", "pg-boss", "sequelize", "sharp", "zod"] },
});
