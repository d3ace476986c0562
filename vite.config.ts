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
  plugins: process.env.VITEST ? [] : [remix(remixOptions), serverCodeStaysOut()],
  build: { sourcemap: false },
});
