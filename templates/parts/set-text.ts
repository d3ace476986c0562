import { brokenLines, type TextStyle } from "./fonts.ts";
import type { ContentStack, ContentText } from "pdfmake/interfaces.js";

export type SetText = { content: ContentText | ContentStack; lines: number };

/**
 * A text that is broken into lines already: pdfmake then has one piece to place for each line, and not one for each word,
 * and its height is certain.
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

/** @param lines each a text, or texts that follow each other */
export function setLines(
  lines: readonly ContentText["text"][],
  look: Partial<ContentText>,
): ContentText | ContentStack {
  const [first = "", ...more] = lines;
  if (more.length === 0) return { ...look, text: first, noWrap: true };
  return { stack: lines.map((line) => ({ ...look, text: line, noWrap: true })) };
}
