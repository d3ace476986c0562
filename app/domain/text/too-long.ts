import { countOf } from "./noun.ts";

/** Formats `12 characters too many: at most 80 fit`. */
export function tooLongWords(length: number, longest: number): string {
  return `${countOf(length - longest, "character")} too many: at most ${longest} fit`;
}
