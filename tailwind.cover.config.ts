import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/** The sign-in page has its styles inside, because a file of them would cost a slow network a round trip. */
export default {
  ...everywhere,
  content: [
    "./app/features/sign-in/{cover,sign-in-page}.tsx",
    "./app/ui/form/*.tsx",
    "./app/ui/form/fields/{fields,field}.tsx",
    "./app/ui/form/password/*.tsx",
    "./app/ui/page/{crest,icon,notice-box}.tsx",
    "./app/ui/overlay/busy-overlay.tsx",
  ],
} satisfies Config;
