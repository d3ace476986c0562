import type { FigureColumn, FigureLine, FigureSheet } from "#domain/figures/figure-sheet.ts";
import { emptyCell, textCell, type CellStyle } from "../parts/sheet/cells.ts";
import { INK_COLOUR, MUTED_COLOUR, SCHOOL_RED } from "../parts/type.ts";
import {
  ratioCell,
  valueCell,
  countHeadRows,
  type WorkbookFigures,
  type FigureSheetPlacement,
} from "./formulas.ts";
import type { Cell } from "write-excel-file/node";
import { type Worksheet, HEAD_CELL_STYLE, MUTED_CELL } from "../parts/sheet/print-sheet.ts";
import type { AnnualReturn } from "./data.ts";

const STRONG = { fontWeight: "bold" } as const;
const ROW_HEIGHT = 15.8;
const HAIR = { bottomBorderStyle: "hair", bottomBorderColor: MUTED_COLOUR } as const;
const THIN = { topBorderStyle: "thin", bottomBorderStyle: "thin", topBorderColor: INK_COLOUR } as const;
const END = { topBorderStyle: "thin", bottomBorderStyle: "medium", topBorderColor: INK_COLOUR } as const;
const RULES: Record<FigureLine["kind"], CellStyle> = {
  row: HAIR,
  note: HAIR,
  group: { ...THIN, ...STRONG },
  total: { ...END, ...STRONG },
};
/** The number of characters that fit across a portrait page. */
const UPRIGHT = 100;

export function figureWorksheet(
  placed: FigureSheetPlacement,
  data: AnnualReturn,
  figures: WorkbookFigures,
): Worksheet {
  const { sheet, lines } = placed;
  const widths = sheet.columns.map(({ width }) => width);
  return {
    name: sheet.name,
    head: [...worksheetTopRows(data.school.name, sheet), ...headRows(sheet)],
    rows: [
      ...lines.map((line) => sheet.columns.map((column) => cellOf(column, { line, at: placed, figures }))),
      ...ratioRows(sheet, figures),
    ],
    widths,
    frozenColumns: textColumns(sheet),
    isFigures: true,
    orientation: widths.reduce((sum, width) => sum + width, 0) > UPRIGHT ? "landscape" : "portrait",
    foot: `${sheet.name}, Annual Statistical Return ${data.year}, ${data.school.name}`,
  };
}

export function worksheetTopRows(
  school: string,
  { title, about }: { title: string; about: string },
  size = 16,
): Cell[][] {
  return [
    [textCell(school, { ...STRONG, fontSize: size })],
    [textCell(title, { textColor: SCHOOL_RED, fontSize: 12 })],
    [textCell(about, MUTED_CELL)],
    [null],
  ];
}

/** A heading over several columns is in the last column. Cells are not merged, so that the columns can be sorted. */
function headRows(sheet: FigureSheet): Cell[][] {
  const { columns } = sheet;
  const labels = columns.map((column) =>
    textCell(column.title, { ...HEAD_CELL_STYLE, align: alignOf(column) }),
  );
  if (countHeadRows(sheet) === 1) return [labels];
  const over = columns.map((column, index): Cell => {
    if (column.over === undefined) return emptyCell();
    const isLast = columns[index + 1]?.over !== column.over;
    const rule = { bottomBorderStyle: "thin", bottomBorderColor: MUTED_COLOUR } as const;
    return isLast ? textCell(column.over, { ...STRONG, ...rule, align: "right" }) : emptyCell(rule);
  });
  return [over, labels];
}

/** Returns how many columns name a row. These columns stay visible when scrolling. */
function textColumns({ columns }: FigureSheet): number {
  return columns.findIndex(({ kind }) => kind !== "text");
}

type Place = { line: FigureLine; at: FigureSheetPlacement; figures: WorkbookFigures };

function cellOf(column: FigureColumn, { line, at, figures }: Place): Cell {
  const style: CellStyle = {
    ...RULES[line.kind],
    height: ROW_HEIGHT,
    ...(column.strong && STRONG),
    ...(column.kind === "share" && !column.strong && line.kind === "row" && MUTED_CELL),
  };
  if (column.kind !== "text") {
    if (line.kind !== "note") return valueCell(column, { line, at, figures }, style);
    const isNext = at.sheet.columns[textColumns(at.sheet)]?.key === column.key;
    const text = isNext ? line.words.note : undefined;
    return text === undefined
      ? emptyCell(style)
      : textCell(text, { ...style, ...MUTED_CELL, fontStyle: "italic" });
  }
  const isIn = line.kind === "row" && column.key === at.sheet.columns[0]?.key && hasSums(at.sheet);
  return textCell(line.words[column.key] ?? "", {
    ...style,
    ...(line.italics && { fontStyle: "italic" }),
    ...(isIn && { indent: 1 }),
  });
}

function hasSums({ groups }: FigureSheet): boolean {
  return groups.some(({ title }) => title !== "");
}

function ratioRows({ ratios }: FigureSheet, figures: WorkbookFigures): Cell[][] {
  if (ratios.length === 0) return [];
  return [[null], ...ratios.map((ratio) => [textCell(ratio.title), ratioCell(ratio, figures, {})])];
}

function alignOf({ kind }: FigureColumn): "left" | "right" {
  return kind === "text" ? "left" : "right";
}
