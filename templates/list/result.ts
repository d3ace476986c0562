import type { Marked, Value } from "./data.ts";

/**
 * What a student has in a test. `none`: nothing entered yet; `nothing`: the student does not take the subject. `outOf`
 * where the mark is not out of its column's maximum.
 */
export type Result =
  | { is: "result"; text: string; isLow: boolean; outOf?: number }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

/** A result as a cell: words in italics, what is low underlined. */
export function resultCell(result: Result, strong = false): Value | Marked {
  if (result.is === "none") return null;
  if (result.is === "nothing") return "";
  if (result.is === "word") return { value: result.text, italics: true };
  const { text, isLow, outOf } = result;
  return { value: text, underlined: isLow, strong, ...(outOf !== undefined && { outOf }) };
}
