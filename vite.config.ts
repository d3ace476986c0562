import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
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
  plugins: [remix(remixOptions), serverCodeStaysOut()],
  build: { sourcemap: false },
  // Looking for styles, Remix's development server shows Vite server modules too; these cannot be made for a browser.
  optimizeDeps: { exclude: ["pg", "pg-boss", "sequelize", "sharp", "zod"] },
});
