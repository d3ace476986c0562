import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/** Only the styles that the overview's first visit needs, without those of screens that it does not link to. */
export default {
  ...everywhere,
  // The colours of Tremor's charts, whose class names it puts together.
  safelist: ["red-500", "ink", "sepia", "line-2", "cream-2", "paper"].flatMap((color) => [
    `fill-${color}`,
    `stroke-${color}`,
  ]),
  content: [
    "./app/{root,entry.client}.tsx",
    "./app/routes/app.tsx",
    "./app/routes/overview/*.tsx",
    "./app/features/{attendance-summary/overview,shell}/**/*.{ts,tsx}",
    "./app/features/attendance-summary/trend/pointed-lines.tsx",
    "./app/features/sign-in/cover.tsx",
    "./app/{saving,ui}/**/*.{ts,tsx}",
    "!./app/**/*.server.ts",
  ],
} satisfies Config;
