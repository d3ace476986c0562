import { formatCountOf } from "./noun.ts";

/** Formats `12 characters too many: use at most 80`. */
export function formatTooLong(length: number, longest: number): string {
  return `${formatCountOf(length - longest, "character")} too many: use at most ${longest.toLocaleString("en")}`;
}
