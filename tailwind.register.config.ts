import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/** The folders that the common style sheet leaves out and the daily register needs. */
const OWN = ["features/attendance-register", "fields/controls", "saving/screen/field", "ui/daily"];

/** The files that draw the register and the frame around it; the pages to which people go on bring their own styles. */
const DRAWN = [
  "./app/{root,entry.client}.tsx",
  "./app/routes/{app.tsx,attendance-register/*.tsx}",
  "./app/features/{attendance-register,shell}/**/*.{ts,tsx}",
  "./app/features/sign-in/cover.tsx",
  "./app/{fields,saving,ui}/**/*.{ts,tsx}",
];

/** The first visit of a register, on a phone in the yard, need not load the styles of other screens. */
export default {
  ...everywhere,
  content: [
    ...DRAWN,
    ...everywhere.content.filter(
      (path) => path.startsWith("!") && !OWN.some((room) => path.includes(`/${room}/`)),
    ),
  ],
} satisfies Config;
