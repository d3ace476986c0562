import type { Config } from "tailwindcss";

import everywhere from "./tailwind.config.ts";

/** The screens that the mark sheet's first visit need not pay for: everything, so that the order of rules holds. */
export default { ...everywhere, content: ["./app/**/*.{ts,tsx}"] } satisfies Config;
