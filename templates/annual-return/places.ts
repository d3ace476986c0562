import {
  ALL,
  listFigureLines,
  type FigureLine,
  type FigureRef,
  type FigureSheet,
} from "#domain/figures/figure-sheet.ts";
import { letterOf, sheetReference } from "../parts/sheet/columns.ts";

/** The four lines above every table, and an empty one. */
export const TOP_ROWS = 4;

export type PlacedSheet = {
  sheet: FigureSheet;
  lines: FigureLine[];
  /** Returns the worksheet's line for a line of the table. */
  rowOf: (line: string) => number;
  letterOf: (column: string) => string;
  /** Returns the lines that a sum covers: those of its group before the sum; for the last line, all. */
  spanOf: (line: FigureLine) => { from: number; to: number };
  valueAt: (line: string, column: string) => number;
};

export function placed(sheet: FigureSheet): PlacedSheet {
  const lines = listFigureLines(sheet);
  const first = TOP_ROWS + headRowsOf(sheet) + 1;
  const rows = new Map(lines.map(({ key }, index) => [key, first + index]));
  const rowOf = (line: string) => known(rows.get(line), `${sheet.id} ${line}`);
  return {
    sheet,
    lines,
    rowOf,
    letterOf: (column) => letterOf(sheet.columns.findIndex(({ key }) => key === column)),
    spanOf: ({ key, kind, rows: added }) => {
      const end = rowOf(key) - 1;
      return { from: kind === "total" ? first : end - added.length + 1, to: end };
    },
    valueAt: (line, column) => lines.find(({ key }) => key === line)?.values[column] ?? 0,
  };
}

export function headRowsOf({ columns }: FigureSheet): 1 | 2 {
  return columns.some(({ over }) => over !== undefined) ? 2 : 1;
}

/** The figures of a workbook: their addresses for formulas, and their values. */
export type Figures = { address: (ref: FigureRef) => string; valueAt: (ref: FigureRef) => number };

export function figuresIn(sheets: readonly PlacedSheet[]): Figures {
  const of = ({ sheet }: FigureRef) =>
    known(
      sheets.find((item) => item.sheet.id === sheet),
      sheet,
    );
  return {
    address: (ref) => {
      const { sheet, rowOf, letterOf: letter } = of(ref);
      return `${sheetReference(sheet.name)}!${letter(ref.column)}${rowOf(ref.line)}`;
    },
    valueAt: (ref) => of(ref).valueAt(ref.line, ref.column),
  };
}

export function endOf({ rowOf }: PlacedSheet): number {
  return rowOf(ALL);
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The return has no ${name}.`);
  return value;
}
