import { fileURLToPath } from "node:url";
import { shareFonts, sharedFont } from "./shared-fonts.ts";
import { SANS, SERIF } from "./type.ts";
import type { Face, FontFiles } from "./shared-fonts.ts";

/** Static TTFs with the whole Latin repertoire: a web font cut into subsets would need two fonts for one name. */
export const FONT_FILES: FontFiles = {
  [SERIF]: {
    normal: fontFile("EBGaramond_400Regular.ttf"),
    bold: fontFile("EBGaramond_600SemiBold.ttf"),
    italics: fontFile("EBGaramond_400Regular_Italic.ttf"),
  },
  [SANS]: {
    normal: fontFile("SourceSans3_400Regular.ttf"),
    bold: fontFile("SourceSans3_600SemiBold.ttf"),
    italics: fontFile("SourceSans3_400Regular_Italic.ttf"),
  },
};

shareFonts(FONT_FILES);

export type TextStyle = { family?: string; size: number; bold?: boolean; italics?: boolean };

/** Width in points, as it will be laid out. */
export function widthOf(
  text: string,
  { family = SANS, size, bold = false, italics = false }: TextStyle,
): number {
  return sharedFont({ family, bold, italics }).widthOfString(text, size);
}

export function hasGlyph(codePoint: number, face: Face): boolean {
  return sharedFont(face).font.hasGlyphForCodePoint(codePoint);
}

/** How many lines a text takes: words move to the next line whole, a word wider than the column is broken. */
export function linesOf(text: string, width: number, style: TextStyle): number {
  return text.split("\n").reduce((lines, line) => lines + linesOfParagraph(line, width, style), 0);
}

function linesOfParagraph(text: string, width: number, style: TextStyle): number {
  let lines = 1;
  let used = 0;
  for (const word of text.match(/[^ -]*(?:-|[ ]+|$)/g) ?? []) {
    const ink = widthOf(word.trimEnd(), style);
    if (used > 0 && used + ink > width) {
      lines += 1;
      used = 0;
    }
    if (ink > width) lines += Math.ceil(ink / width) - 1;
    used = ink > width ? ink % width : used + widthOf(word, style);
  }
  return lines;
}

function fontFile(name: string): string {
  return fileURLToPath(new URL(`fonts/${name}`, import.meta.url));
}
