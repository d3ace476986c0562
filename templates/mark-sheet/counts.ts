import { widthOf } from "../parts/fonts.ts";
import { SIZE } from "../parts/type.ts";
import type { ContentText } from "pdfmake/interfaces.js";
import type { SheetTotals } from "./data.ts";

type Count = { figure: number; words: string };
export type Counts = { text: ContentText["text"]; plain: string; width: number };

/** `35 students  2 absent  1 not marked`: who is on the sheet, and who has no mark for which reason. */
export function countsOf({ count, absent, noWork, blank }: SheetTotals, isBlankSheet: boolean): Counts {
  const all: Count[] = [{ figure: count, words: count === 1 ? "student" : "students" }];
  const others: Count[] = [
    { figure: absent, words: "absent" },
    { figure: noWork, words: "no work" },
    { figure: blank, words: "not marked" },
  ];
  const shown = isBlankSheet ? all : [...all, ...others.filter(({ figure }) => figure > 0)];
  const plain = shown
    .map(({ figure, words }) => `${figure}\u00a0${words.replaceAll(" ", "\u00a0")}`)
    .join(", ");
  const width = shown.reduce((sum, { figure, words }) => sum + widthOfCount(figure, words), 0);
  return { plain, width, text: shown.flatMap(runsOf) };
}

const BETWEEN = "   ";

function runsOf({ figure, words }: Count, index: number): ContentText[] {
  return [
    { text: `${index === 0 ? "" : BETWEEN}${figure}`, bold: true },
    { text: `\u00a0${words.replaceAll(" ", "\u00a0")}` },
  ];
}

function widthOfCount(figure: number, words: string): number {
  const size = SIZE.table;
  return widthOf(`${BETWEEN}${figure}`, { size, bold: true }) + widthOf(`\u00a0${words}`, { size }) + 1;
}
