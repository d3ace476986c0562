import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/**
 * The mark sheet's first visit need not load these screens. The content is everything, so that the order of rules
 * holds.
 */
export default { ...everywhere, content: ["./app/**/*.{ts,tsx}"] } satisfies Config;
