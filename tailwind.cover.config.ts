import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/**
 * The styles of the sign-in page, and of the error page that may replace it. They are inside the page, because a
 * separate file would cost a round trip on a slow network.
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
