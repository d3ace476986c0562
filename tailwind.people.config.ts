import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/** The folders that draw the lists and records of people, and the frame around them. */
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

/** The first visit of a list or a record need not load the styles of screens to which it does not lead. */
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
