import { AlignmentType, LineRuleType, Paragraph, TextRun } from "docx";
import type { IRunPropertiesOptions } from "docx";
import { normalised } from "./text.ts";
import { INK, SIZE } from "./type.ts";

/** What an office's Word has; its nearest to the fonts of the printed page. */
const SERIF_FONT = "Cambria";
export const SANS_FONT = "Calibri";

export type WordStyle = {
  size: number;
  serif?: boolean;
  bold?: boolean;
  italics?: boolean;
  smallCaps?: boolean;
  color?: string;
};
export type Align = "left" | "center" | "right";
type Line = { align?: Align; before?: number; after?: number; size?: number; outline?: boolean };

/** Exact lines, so that a page is as high as it was counted. */
const LINE = 1.22;

const ALIGNMENTS = {
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
};

export function twips(points: number): number {
  return Math.round(20 * points);
}

export function colourOf(hex: string): string {
  return hex.slice(1);
}

/** A text in one style, its own line ends kept. */
export function run(text: string, style: WordStyle): TextRun[] {
  const look = lookOf(style);
  return normalised(text)
    .split("\n")
    .map((part, index) => new TextRun({ ...look, text: part, ...(index > 0 && { break: 1 }) }));
}

/** What the file's own style says already is left out: a class of cards has ten thousand runs. */
export function lookOf({
  size,
  serif,
  bold,
  italics,
  smallCaps,
  color = INK,
}: WordStyle): IRunPropertiesOptions {
  return {
    ...(serif && { font: SERIF_FONT }),
    ...(size !== SIZE.table && { size: Math.round(2 * size) }),
    ...(color !== INK && { color: colourOf(color) }),
    ...(bold && { bold }),
    ...(italics && { italics }),
    ...(smallCaps && { smallCaps, characterSpacing: twips(0.09 * size) }),
  };
}

/** A paragraph of runs, as high as its largest where that is told. */
export function line(
  runs: readonly TextRun[],
  { align = "left", before = 0, after = 0, size = 0, outline }: Line,
): Paragraph {
  const spacing = {
    ...(before > 0 && { before: twips(before) }),
    ...(after > 0 && { after: twips(after) }),
    ...(size > 0 && { line: twips(size * LINE), lineRule: LineRuleType.EXACTLY }),
  };
  return new Paragraph({
    ...(align !== "left" && { alignment: ALIGNMENTS[align] }),
    ...(Object.keys(spacing).length > 0 && { spacing }),
    ...(outline && { outlineLevel: 0 }),
    children: [...runs],
  });
}

export function lineHeight(size: number): number {
  return size * LINE;
}

/** Word ends each cell, and each file, with a paragraph; this one takes no room. */
export function nothing(height = 1): Paragraph {
  return new Paragraph({
    spacing: { before: 0, after: 0, line: twips(height), lineRule: LineRuleType.EXACTLY },
    children: [],
  });
}
