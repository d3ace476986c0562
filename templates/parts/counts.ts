import { measureTextWidth } from "./fonts.ts";
import { FONT_SIZES } from "./type.ts";
import type { ContentText } from "pdfmake/interfaces.js";

export type LabelledCount = { figure: number; words: string };
export type CountsLine = { text: ContentText["text"]; plain: string; width: number };

const BETWEEN = "   ";

/** Builds `17 boys   18 girls   35 in all` with semibold figures, and the same as plain text with commas. */
export function buildCountsLine(counts: readonly LabelledCount[]): CountsLine {
  return {
    text: counts.flatMap(runsOf),
    plain: counts.map((count) => `${formatCountFigure(count)}\u00a0${unbroken(count.words)}`).join(", "),
    width: counts.reduce((sum, count) => sum + widthOfCount(count), 0),
  };
}

function runsOf(count: LabelledCount, index: number): ContentText[] {
  return [
    { text: `${index === 0 ? "" : BETWEEN}${formatCountFigure(count)}`, bold: true },
    { text: `\u00a0${unbroken(count.words)}` },
  ];
}

function widthOfCount(count: LabelledCount): number {
  const size = FONT_SIZES.table;
  const figure = measureTextWidth(`${BETWEEN}${formatCountFigure(count)}`, { size, bold: true });
  return figure + measureTextWidth(`\u00a0${count.words}`, { size }) + 1;
}

/** Formats a figure such as `1,200`, as screens show it. */
export function formatCountFigure({ figure }: LabelledCount): string {
  return figure.toLocaleString("en");
}

function unbroken(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}
