import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/** The folders whose components appear in the lists and records of people or in the frame around them. */
const DRAWN = [
  "attendance-summary",
  "employees",
  "imports",
  "profile",
  "record-files",
  "reset-password",
  "shell",
  "sign-in",
  "students",
  "subjects",
];

/** Only the styles that a first visit to a list or record needs, without those of screens that it does not link to. */
export default {
  ...everywhere,
  content: [
    "./app/{root,entry.client}.tsx",
    `./app/features/{${DRAWN.join(",")}}/**/*.{ts,tsx}`,
    "./app/{domain,fields,routes,saving,ui}/**/*.{ts,tsx}",
    "!./app/features/attendance-summary/overview/**",
    "!./app/**/*.server.ts",
  ],
} satisfies Config;
