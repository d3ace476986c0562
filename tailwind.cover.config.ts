import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/**
 * The sign-in page, and the error page in its place, have their styles inside, because a file of them would cost a slow
 * network a round trip.
 */
export default {
  ...everywhere,
  content: [
    "./app/features/shell/frame/failure.tsx",
    "./app/features/sign-in/{cover,sign-in-page}.tsx",
    "./app/ui/form/*.tsx",
    "./app/ui/form/choice/{segments.tsx,segment-classes.ts}",
    "./app/ui/form/fields/fields.tsx",
    "./app/ui/form/password/*.tsx",
    "./app/ui/page/{crest,icon,notice-box}.tsx",
    "./app/ui/overlay/busy-overlay.tsx",
  ],
} satisfies Config;
