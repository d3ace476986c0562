import { HEAD_PADDING } from "../parts/rules.ts";
import { setText } from "../parts/set-text.ts";
import { INK, MUTED, SANS_LINE, SERIF, SERIF_LINE, SIZE } from "../parts/type.ts";
import { fitted } from "../parts/widths.ts";
import { cardRules, linesHeight, plainLines } from "./rules.ts";
import type { ContentText, TableCell } from "pdfmake/interfaces.js";
import type { Block } from "../parts/block.ts";
import type { ReportCard } from "./data.ts";
import type { Density } from "./density.ts";

/** The three columns for a rating. */
export const RATING = { width: 12, gap: 4, letters: ["C", "S", "R"] };
/** The difference of the two families' ascents: labels of columns are on the heading's baseline. */
const LABEL_DROP = 1.007 * SIZE.heading - 1.024 * SIZE.label;
export const DOT = "·";

export function heading(text: string): ContentText {
  return { text, font: SERIF, bold: true, fontSize: SIZE.heading, color: INK, noWrap: true };
}

export function columnLabel(text: string, alignment: ContentText["alignment"]): ContentText {
  return {
    text,
    fontSize: SIZE.label,
    color: MUTED,
    alignment,
    noWrap: true,
    margin: [0, LABEL_DROP, 0, 0],
  } as ContentText;
}

/** Builds one position of a scale: the rating, or a dot. */
export function place(text: string, isGiven: boolean, size: number): ContentText {
  return isGiven
    ? { text, bold: true, alignment: "center", fontSize: size, noWrap: true }
    : { text: DOT, color: MUTED, alignment: "center", fontSize: size, noWrap: true };
}

export const HEAD_HEIGHT = SIZE.heading * SERIF_LINE + HEAD_PADDING;

type Behaviour = ReportCard["behaviour"];

/** Position and letter both show the rating: C, S and R have a column each. */
export function behaviourTable(
  title: string,
  behaviour: Behaviour,
  width: number,
  { table: size, padding }: Density,
): Block {
  const { width: own, gap, letters } = RATING;
  const widths = fitted({ total: width, columns: ["*", own, own, own], gap });
  const head: TableCell[] = [heading(title), ...letters.map((letter) => columnLabel(letter, "center"))];
  const labels = behaviour.map(({ label }) => setText(label, widths[0] ?? 0, { size }));
  const rows = behaviour.map(({ rating }, index): TableCell[] => [
    labels[index]?.content ?? "",
    ...letters.map((letter) => place(letter, rating === letter, size)),
  ]);
  const counts = labels.map(({ lines }) => lines);
  return sideTable({ widths, body: [head, ...rows], counts, size, padding, gap });
}

type SideTable = {
  widths: number[];
  body: TableCell[][];
  /** The number of text lines in each row under the head. */
  counts: number[];
  size: number;
  padding: number;
  gap: number;
};

/** Builds a head, and rows between hairlines. */
export function sideTable({ widths, body, counts, size, padding, gap }: SideTable): Block {
  const lines = plainLines(counts.length);
  const rows = counts.reduce((sum, count) => sum + count * size * SANS_LINE + 2 * padding, 0);
  return {
    content: {
      table: { headerRows: 1, dontBreakRows: true, widths, body },
      layout: cardRules({ lines, padding, gap }),
    },
    height: HEAD_HEIGHT + rows + linesHeight(lines),
  };
}
