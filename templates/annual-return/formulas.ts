import {
  calculateRatio,
  type FigureColumn,
  type FigureLine,
  type FigureRatio,
  TOTAL_LINE,
  listFigureLines,
  type FigureReference,
  type FigureSheet,
} from "#domain/figures/figure-sheet.ts";
import { figureCell, formulaCell, type CellStyle } from "../parts/sheet/cells.ts";
import type { CellObject } from "write-excel-file/node";
import { columnLetter, worksheetReference } from "../parts/sheet/print-sheet.ts";

/** The number of lines above every table: four lines of text and an empty one. */
export const WORKSHEET_TOP_ROWS = 4;

export type FigureSheetPlacement = {
  sheet: FigureSheet;
  lines: FigureLine[];
  /** Returns the worksheet's row number for a line of the table. */
  rowOf: (line: string) => number;
  letterOf: (column: string) => string;
  /** Returns the worksheet rows that a sum covers: the rows of its group or, for the last line, all rows. */
  spanOf: (line: FigureLine) => { from: number; to: number };
  valueAt: (line: string, column: string) => number;
};

export function placeFigureSheet(sheet: FigureSheet): FigureSheetPlacement {
  const lines = listFigureLines(sheet);
  const first = WORKSHEET_TOP_ROWS + countHeadRows(sheet) + 1;
  const rows = new Map(lines.map(({ key }, index) => [key, first + index]));
  const rowOf = (line: string) => known(rows.get(line), `${sheet.id} ${line}`);
  return {
    sheet,
    lines,
    rowOf,
    letterOf: (column) => columnLetter(sheet.columns.findIndex(({ key }) => key === column)),
    spanOf: ({ key, kind, rows: added }) => {
      const end = rowOf(key) - 1;
      return { from: kind === "total" ? first : end - added.length + 1, to: end };
    },
    valueAt: (line, column) => lines.find(({ key }) => key === line)?.values[column] ?? 0,
  };
}

export function countHeadRows({ columns }: FigureSheet): 1 | 2 {
  return columns.some(({ over }) => over !== undefined) ? 2 : 1;
}

/** The figures of a workbook: a cell address for formulas, and a value. */
export type WorkbookFigures = {
  address: (ref: FigureReference) => string;
  valueAt: (ref: FigureReference) => number;
};

export function collectFigures(sheets: readonly FigureSheetPlacement[]): WorkbookFigures {
  const of = ({ sheet }: FigureReference) =>
    known(
      sheets.find((item) => item.sheet.id === sheet),
      sheet,
    );
  return {
    address: (ref) => {
      const { sheet, rowOf, letterOf: letter } = of(ref);
      return `${worksheetReference(sheet.name)}!${letter(ref.column)}${rowOf(ref.line)}`;
    },
    valueAt: (ref) => of(ref).valueAt(ref.line, ref.column),
  };
}

function endOf({ rowOf }: FigureSheetPlacement): number {
  return rowOf(TOTAL_LINE);
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The return has no ${name}.`);
  return value;
}

/** A number format that prints zero as a dash, so that other numbers stand out. */
export const COUNT_FORMAT = '#,##0;-#,##0;"–"';
const SHARE = '0.0%;-0.0%;"–"';
const MEAN = '0.0;-0.0;"–"';

/** The code of the sum in Excel's function SUBTOTAL, which skips other subtotals so that nothing is counted twice. */
const SUBTOTAL_SUM = 9;

type Counted = Exclude<FigureColumn, { kind: "text" }>;
type Place = { line: FigureLine; at: FigureSheetPlacement; figures: WorkbookFigures };

/** Builds the cell of a figure: a number for a count, a formula for a figure that depends on other figures. */
export function valueCell(column: Counted, place: Place, style: CellStyle): CellObject {
  const { line } = place;
  const value = line.values[column.key] ?? null;
  if (value === null) return { ...style };
  const shown = figureCell(value, formatOf(column), style);
  const formula = formulaOf(column, place);
  return formula === null ? shown : formulaCell(formula, shown);
}

/** Builds the formula for a ratio of two figures, from any worksheets of the workbook. */
export function ratioCell(
  ratio: FigureRatio,
  { address, valueAt }: WorkbookFigures,
  style: CellStyle,
): CellObject {
  const under = address(ratio.under);
  const formula = `IF(${under}=0,0,${added(ratio.over.map(address))}/${under})`;
  return formulaCell(
    formula,
    figureCell(calculateRatio(ratio, valueAt), ratio.kind === "share" ? SHARE : MEAN, style),
  );
}

function formatOf({ kind }: Counted): string {
  if (kind === "share") return SHARE;
  return kind === "mean" ? MEAN : COUNT_FORMAT;
}

function formulaOf(column: Counted, { line, at, figures }: Place): string | null {
  const row = at.rowOf(line.key);
  const cell = (key: string) => `${at.letterOf(key)}${row}`;
  if (column.kind === "sum") return sumOf(column, cell, at);
  if (column.kind === "share") {
    const letter = at.letterOf(column.whole);
    const whole = column.ofTotal ? `${letter}$${endOf(at)}` : `${letter}${row}`;
    return `IF(${whole}=0,0,${added(column.part.map(cell))}/${whole})`;
  }
  if (line.kind === "row") {
    const from = line.rows[0]?.from?.[column.key];
    return from ? figures.address(from) : null;
  }
  const { from, to } = at.spanOf(line);
  if (to < from) return null;
  const range = (key: string) => `${at.letterOf(key)}${from}:${at.letterOf(key)}${to}`;
  if (column.kind === "count") return `SUBTOTAL(${SUBTOTAL_SUM},${range(column.key)})`;
  if (column.kind !== "mean" || line.kind === "total") return null;
  const [weights, means] = [range(column.weight), range(column.key)];
  return `SUMPRODUCT(${weights},${means})/SUMIF(${means},">=0",${weights})`;
}

type Sum = Extract<FigureColumn, { kind: "sum" }>;

/** Builds a sum of cells. Adjacent cells become a range, as people write sums. */
function sumOf(
  { plus, minus = [] }: Sum,
  cell: (key: string) => string,
  { sheet }: FigureSheetPlacement,
): string {
  const places = plus.map((key) => sheet.columns.findIndex((column) => column.key === key));
  const [first = "", last = ""] = [plus[0], plus.at(-1)];
  const isRange = plus.length > 2 && places.every((place, index) => place === (places[0] ?? 0) + index);
  const added = isRange ? `SUM(${cell(first)}:${cell(last)})` : plus.map(cell).join("+");
  return [added, ...minus.map(cell)].join("-");
}

function added(cells: readonly string[]): string {
  return cells.length === 1 ? cells.join() : `(${cells.join("+")})`;
}
