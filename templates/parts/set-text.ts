import { brokenLines, type TextStyle } from "./fonts.ts";
import type { ContentStack, ContentText } from "pdfmake/interfaces.js";

export type SetText = { content: ContentText | ContentStack; lines: number };

/**
 * Lays out a text that is already broken into lines: pdfmake then places one piece per line rather than one per word,
 * and the height is certain.
 */
export function setText(
  text: string,
  width: number,
  style: TextStyle,
  look: Partial<ContentText> = {},
): SetText {
  const lines = brokenLines(text, width, style);
  return { content: setLines(lines, { fontSize: style.size, ...look }), lines: lines.length };
}

/** Lays out lines. @param lines each a text, or texts that follow one another */
export function setLines(
  lines: readonly ContentText["text"][],
  look: Partial<ContentText>,
): ContentText | ContentStack {
  const [first = "", ...more] = lines;
  if (more.length === 0) return { ...look, text: first, noWrap: true };
  return { stack: lines.map((line) => ({ ...look, text: line, noWrap: true })) };
}
