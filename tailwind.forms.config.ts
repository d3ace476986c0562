import type { Config } from "tailwindcss";
import everywhere from "./tailwind.config.ts";

/**
 * All styles, for screens whose styles the common sheet leaves out so that the mark sheet's first visit stays small.
 * The sheet is generated from all files, because otherwise the order of its rules would differ.
 */
export default { ...everywhere, content: ["./app/**/*.{ts,tsx}"] } satisfies Config;
