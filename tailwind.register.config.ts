import type { Config } from "tailwindcss";

import everywhere from "./tailwind.config.ts";

/** Left out of every page, and drawn by the daily register. */
const OWN = ["features/attendance-register", "fields/controls", "saving/screen/field", "ui/daily"];

/** What draws it and the frame around it; the pages that people go on to bring their own styles. */
const DRAWN = [
  "./app/{root,entry.client}.tsx",
  "./app/routes/{app.tsx,attendance-register/*.tsx}",
  "./app/features/{attendance-register,shell}/**/*.{ts,tsx}",
  "./app/features/sign-in/cover.tsx",
  "./app/{fields,saving,ui}/**/*.{ts,tsx}",
];

/** The first visit of a register, on a phone in the yard, need not pay for other screens. */
export default {
  ...everywhere,
  content: [
    ...DRAWN,
    ...everywhere.content.filter(
      (path) => path.startsWith("!") && !OWN.some((room) => path.includes(`/${room}/`)),
    ),
  ],
} satisfies Config;
