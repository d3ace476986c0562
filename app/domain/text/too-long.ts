import { countOf } from "./noun.ts";

/** Formats `12 characters too many: use at most 80`. */
export function tooLongWords(length: number, longest: number): string {
  return `${countOf(length - longest, "character")} too many: use at most ${longest.toLocaleString("en")}`;
}
