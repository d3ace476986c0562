import path from "node:path";
import { findTemplatesFolder } from "../templates-folder.ts";
import { shareFonts, sharedFont, unitTextWidth, type FontFace, type FontFiles } from "./shared-fonts.ts";
import { SANS_SERIF_FONT, SERIF_FONT } from "./type.ts";

/** Static TTF files with all Latin characters. Web fonts are split into subsets, and a name might need two. */
export const FONT_FILES: FontFiles = {
  [SERIF_FONT]: {
    normal: fontFile("EBGaramond_400Regular.ttf"),
    bold: fontFile("EBGaramond_600SemiBold.ttf"),
    italics: fontFile("EBGaramond_400Regular_Italic.ttf"),
  },
  [SANS_SERIF_FONT]: {
    normal: fontFile("SourceSans3_400Regular.ttf"),
    bold: fontFile("SourceSans3_600SemiBold.ttf"),
    italics: fontFile("SourceSans3_400Regular_Italic.ttf"),
  },
};

shareFonts(FONT_FILES);

export type TextStyle = { family?: string; size: number; bold?: boolean; italics?: boolean };

/** Returns the width of a text in points, exactly as it will be laid out. */
export function measureTextWidth(
  text: string,
  { family = SANS_SERIF_FONT, size, bold = false, italics = false }: TextStyle,
): number {
  return (unitTextWidth(text, { family, bold, italics }) * size) / 1000;
}

export function hasGlyph(codePoint: number, face: FontFace): boolean {
  return sharedFont(face).font.hasGlyphForCodePoint(codePoint);
}

export function countTextLines(text: string, width: number, style: TextStyle): number {
  return breakIntoLines(text, width, style).length;
}

/** Breaks a text into lines. Whole words move to the next line, and a word that is wider than the column is split. */
export function breakIntoLines(text: string, width: number, style: TextStyle): string[] {
  return text.split("\n").flatMap((line) => brokenParagraph(line, width, style));
}

function brokenParagraph(text: string, width: number, style: TextStyle): string[] {
  if (measureTextWidth(text, style) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.match(/[^ -]*(?:-|[ ]+|$)/g) ?? []) {
    let rest = word;
    let inked = measureTextWidth(rest.trimEnd(), style);
    if (line !== "" && used + inked > width) {
      lines.push(line.trimEnd());
      [line, used] = ["", 0];
    }
    while (inked > width && rest.length > 1) {
      const cut = lettersWithin(rest, width, style);
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut);
      inked = measureTextWidth(rest.trimEnd(), style);
    }
    line += rest;
    used += measureTextWidth(rest, style);
  }
  return [...lines, line.trimEnd()];
}

/** Returns how many letters fit: at least one, because a column may be narrower than a letter. */
function lettersWithin(text: string, width: number, style: TextStyle): number {
  let cut = 1;
  while (cut < text.length && measureTextWidth(text.slice(0, cut + 1), style) <= width) cut += 1;
  return cut;
}

function fontFile(name: string): string {
  return path.join(findTemplatesFolder(), "parts", "fonts", name);
}
