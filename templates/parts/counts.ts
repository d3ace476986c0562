import { widthOf } from "./fonts.ts";
import { SIZE } from "./type.ts";
import type { ContentText } from "pdfmake/interfaces.js";

export type Count = { figure: number; words: string };
export type CountsLine = { text: ContentText["text"]; plain: string; width: number };

const BETWEEN = "   ";

/** `17 boys   18 girls   35 in all`, the figures semibold; and the same as plain text with commas. */
export function countsLine(counts: readonly Count[]): CountsLine {
  return {
    text: counts.flatMap(runsOf),
    plain: counts.map(({ figure, words }) => `${figure}\u00a0${unbroken(words)}`).join(", "),
    width: counts.reduce((sum, each) => sum + widthOfCount(each), 0),
  };
}

function runsOf({ figure, words }: Count, index: number): ContentText[] {
  return [
    { text: `${index === 0 ? "" : BETWEEN}${figure}`, bold: true },
    { text: `\u00a0${unbroken(words)}` },
  ];
}

function widthOfCount({ figure, words }: Count): number {
  const size = SIZE.table;
  return widthOf(`${BETWEEN}${figure}`, { size, bold: true }) + widthOf(`\u00a0${words}`, { size }) + 1;
}

function unbroken(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}
