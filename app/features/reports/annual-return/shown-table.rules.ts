import {
  linesOf,
  ratioOf,
  type FigureColumn,
  type FigureLine,
  type FigureRef,
  type FigureSheet,
} from "#domain/figures/figure-sheet.ts";
import type { ShownCell, ShownTable } from "./shown.ts";
import type { FigurePlace } from "./theme.rules.ts";

const NONE = "–";

/** A theme of the return as a page shows it: the figures of the worksheet, each in words. */
export function shownTable(sheet: FigureSheet, valueAt: (ref: FigureRef) => number): ShownTable {
  const { title: caption, columns, ratios } = sheet;
  return {
    caption,
    heads: columns.map(({ key, title, over = "", kind }) => ({ key, title, over, isText: kind === "text" })),
    lines: linesOf(sheet).map((line) => ({
      key: line.key,
      ...{ isSum: line.kind === "group" || line.kind === "total", isItalic: line.italics },
      cells: columns.map((column, place) => shownCell(column, line, place)),
    })),
    ratios: ratios.map((ratio) => ({
      title: ratio.title,
      value: figureWords(ratioOf(ratio, valueAt), ratio.kind),
    })),
  };
}

/** What is said over the people of a figure; null where there is no such figure. */
export function figureTitle(sheet: FigureSheet, { line: key, column: of }: FigurePlace): string | null {
  const line = linesOf(sheet).find((each) => each.key === key);
  const column = sheet.columns.find((each) => each.key === of);
  if (!line || !column || column.kind === "text") return null;
  const words = sheet.columns.flatMap((each) => line.words[each.key] ?? []);
  return [[...new Set(words)].join(", "), [column.over, column.title].filter(Boolean).join(", ")].join(" · ");
}

/** `1,204`, `95.7%`, `17.4`. */
export function figureWords(value: number | null, kind: FigureColumn["kind"]): string {
  if (value === null || value === 0) return NONE;
  if (kind === "share") return `${(100 * value).toFixed(1)}%`;
  return kind === "mean" ? value.toFixed(1) : value.toLocaleString("en");
}

function shownCell(column: FigureColumn, line: FigureLine, place: number): ShownCell {
  if (line.kind === "note")
    return { text: (place === 1 ? line.words.note : line.words[column.key]) ?? "", leads: false };
  if (column.kind === "text") return { text: line.words[column.key] ?? "", leads: false };
  const value = line.values[column.key] ?? null;
  const leads = (column.kind === "count" || column.kind === "sum") && value !== null && value > 0;
  return { text: figureWords(value, column.kind), leads };
}
