import type { Column, Content } from "pdfmake/interfaces.js";
import { INK_COLOUR, MUTED_COLOUR, RULE_WEIGHTS, SERIF_FONT, FONT_SIZES } from "./type.ts";

export type SignedLine = { label: string; width: number };

export function signatureSection(
  declaration: string,
  lines: readonly SignedLine[],
  columnGap: number,
): Content {
  const columns = lines.map(({ label, width }) => signatureLine(label, width));
  return {
    unbreakable: true,
    margin: [0, 11, 0, 0],
    stack: [
      { text: declaration, font: SERIF_FONT, italics: true, fontSize: 11 },
      { columns, columnGap, margin: [0, 22, 0, 0] },
    ],
  };
}

/** A line for a signature or a date: the words below the line, and its share of the width. */
export type SignatureField = { words: string; share: number };

/** Lays out lines for signatures, side by side. @param width the width of all lines with the gaps between them */
export function signatureLines(
  signed: readonly SignatureField[],
  { width, gap }: { width: number; gap: number },
): Column[] {
  const shares = signed.reduce((sum, { share }) => sum + share, 0);
  const room = width - gap * (signed.length - 1);
  return signed.map(({ words, share }) => signatureLine(words, (room * share) / shares));
}

function signatureLine(words: string, width: number): Column {
  return {
    width,
    stack: [
      horizontalRule(width, RULE_WEIGHTS.row),
      { text: words, fontSize: FONT_SIZES.label, color: MUTED_COLOUR, margin: [0, 2, 0, 0] },
    ],
  };
}

export function horizontalRule(width: number, lineWidth: number): Content {
  return { canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor: INK_COLOUR }] };
}
