import { emptyCell, figureCell, formulaCell, textCell, type CellStyle } from "../parts/sheet/cells.ts";
import { MUTED_COLOUR } from "../parts/type.ts";
import { figureWorksheet, worksheetTopRows } from "./figure-sheet.ts";
import {
  COUNT_FORMAT,
  collectFigures,
  placeFigureSheet,
  WORKSHEET_TOP_ROWS,
  type WorkbookFigures,
} from "./formulas.ts";
import type { Cell } from "write-excel-file/node";
import { type Worksheet, HEAD_CELL_STYLE, MUTED_CELL } from "../parts/sheet/print-sheet.ts";
import type { AnnualReturn, CoverFigure } from "./data.ts";

const COVER = "Cover";
const WIDTHS = [36, 12, 12, 13, 12, 20];
const LAST = WIDTHS.length;
const ROW_HEIGHT = 18.5;
/** Text beside a figure is indented, so that the two do not touch. */
const WORDS = { ...MUTED_CELL, indent: 1 } as const;
const RULE = { bottomBorderStyle: "hair", bottomBorderColor: MUTED_COLOUR } as const;
const STRONG = { fontWeight: "bold" } as const;

/** Builds a cover, and a worksheet for each table. Sums are formulas, stored with their results. */
export function annualReturnWorksheets(data: AnnualReturn): Worksheet[] {
  const sheets = data.sheets.map(placeFigureSheet);
  const figures = collectFigures(sheets);
  return [cover(data, figures), ...sheets.map((sheet) => figureWorksheet(sheet, data, figures))];
}

function cover(data: AnnualReturn, figures: WorkbookFigures): Worksheet {
  const before = WORKSHEET_TOP_ROWS + data.facts.length + 2;
  return {
    name: COVER,
    head: worksheetTopRows(data.school.name, data, 20),
    rows: [
      ...data.facts.map(({ label, value }) => line([textCell(label, MUTED_CELL), textCell(value)])),
      [null],
      ...totalRows(data, figures, before),
      [null],
      heading(["Other sheets"]),
      ...data.others.map(({ title, figure, meaning }) => {
        const shown = figure === null ? emptyCell() : coverCell(figure, figures, {});
        return line([textCell(title), shown, textCell(meaning, WORDS)]);
      }),
      [null],
      heading(["Incomplete records", "Records", "Effect on the return"]),
      ...data.incomplete.map(({ title, figure, meaning }) =>
        line([textCell(title), coverCell(figure, figures, STRONG), textCell(meaning, WORDS)]),
      ),
      [null],
      [textCell(data.note, { ...MUTED_CELL, fontStyle: "italic" })],
    ],
    widths: WIDTHS,
    frozenColumns: 0,
    isFigures: true,
    orientation: "portrait",
    foot: `${COVER}, Annual Statistical Return ${data.year}, ${data.school.name}`,
  };
}

/** Builds the table of totals. @param before the row number of the heading */
function totalRows({ totals }: AnnualReturn, figures: WorkbookFigures, before: number): Cell[][] {
  const first = before + 1;
  const titles = [
    "Totals and whether they agree",
    "Boys",
    "Girls",
    "Sex not recorded",
    "Total",
    "Compared with Enrolment",
  ];
  const [expected = 0] = totals.map((total) => totalOf(total.figures, figures));
  const rows = totals.map(({ title, figures: refs }, index) => {
    const row = first + index;
    const parts = refs.map((ref) =>
      formulaCell(figures.address(ref), figureCell(figures.valueAt(ref), COUNT_FORMAT)),
    );
    const total = totalOf(refs, figures);
    const sum = formulaCell(`SUM(B${row}:D${row})`, figureCell(total, COUNT_FORMAT, STRONG));
    const agrees = total === expected ? "agrees" : `differs by ${total - expected}`;
    const formula = `IF(E${row}=E$${first},"agrees","differs by "&(E${row}-E$${first}))`;
    const check = index === 0 ? emptyCell() : formulaCell(formula, textCell(agrees, { indent: 1 }));
    return line([textCell(title), ...parts, sum, check]);
  });
  return [heading(titles), ...rows];
}

function totalOf(refs: AnnualReturn["totals"][number]["figures"], { valueAt }: WorkbookFigures): number {
  return refs.reduce((sum, ref) => sum + valueAt(ref), 0);
}

function coverCell(figure: CoverFigure, { address, valueAt }: WorkbookFigures, style: CellStyle): Cell {
  const format = '#,##0;-#,##0;"none"';
  if ("count" in figure) return figureCell(figure.count, format, style);
  const value = valueAt(figure);
  const isShare = !Number.isInteger(value);
  return formulaCell(address(figure), figureCell(value, isShare ? "0.0%" : format, style));
}

function heading([first = "", ...others]: readonly string[]): Cell[] {
  const right = others.map((title, index) => {
    const isWords = index === others.length - 1 && others.length !== 4;
    return textCell(title, {
      ...HEAD_CELL_STYLE,
      align: isWords ? "left" : "right",
      ...(isWords && { indent: 1, wrap: false }),
    });
  });
  return filled([textCell(first, { ...HEAD_CELL_STYLE, fontSize: 12 }), ...right], HEAD_CELL_STYLE);
}

/** Builds a row with a line under its whole width. */
function line(cells: readonly Cell[]): Cell[] {
  return filled(
    cells.map((cell): Cell =>
      typeof cell === "object" && cell !== null ? ({ ...cell, ...RULE, height: ROW_HEIGHT } as Cell) : cell,
    ),
    RULE,
  );
}

function filled(cells: readonly Cell[], style: CellStyle): Cell[] {
  return [...cells, ...Array.from({ length: LAST - cells.length }, () => emptyCell(style))];
}
