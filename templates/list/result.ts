import type { Marked, Value } from "./data.ts";

/**
 * A student's result in a test. `none` means nothing entered yet, `nothing` that the student does not take the
 * subject. `outOf` is set when the mark's maximum differs from its column's.
 */
export type Result =
  | { is: "result"; text: string; isLow: boolean; outOf?: number }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

/** Builds a cell for a result: words are in italics, low marks are underlined. */
export function resultCell(result: Result, strong = false): Value | Marked {
  if (result.is === "none") return null;
  if (result.is === "nothing") return "";
  if (result.is === "word") return { value: result.text, italics: true };
  const { text, isLow, outOf } = result;
  return { value: text, underlined: isLow, strong, ...(outOf !== undefined && { outOf }) };
}
