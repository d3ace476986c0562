import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/** The first visit of the overview need not load the styles of screens to which it does not lead. */
export default {
  ...everywhere,
  content: [
    "./app/{root,entry.client}.tsx",
    "./app/routes/app.tsx",
    "./app/routes/overview/*.tsx",
    "./app/features/{attendance-summary/overview,shell}/**/*.{ts,tsx}",
    "./app/features/sign-in/cover.tsx",
    "./app/{saving,ui}/**/*.{ts,tsx}",
    "!./app/**/*.server.ts",
  ],
} satisfies Config;
