import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/** Folders that the daily register needs and that the common style sheet leaves out. */
const OWN = ["features/attendance-register", "fields/controls", "saving/screen/field", "ui/daily"];

/** The files that the register and its frame use. Pages that people open from there load their own styles. */
const DRAWN = [
  "./app/{root,entry.client}.tsx",
  "./app/routes/{app.tsx,attendance-register/*.tsx}",
  "./app/features/{attendance-register,shell}/**/*.{ts,tsx}",
  "./app/features/sign-in/cover.tsx",
  "./app/{fields,saving,ui}/**/*.{ts,tsx}",
];

/** Only the styles that the register needs, because its first visit may be on a phone in the school yard. */
export default {
  ...everywhere,
  content: [
    ...DRAWN,
    ...everywhere.content.filter(
      (path) => path.startsWith("!") && !OWN.some((room) => path.includes(`/${room}/`)),
    ),
  ],
} satisfies Config;
