import { countMaxDecimals, alignFigure, alignFigureWithMaximum } from "../../parts/figures.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  SANS_LINE_HEIGHT,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  RULE_WEIGHTS,
} from "../../parts/type.ts";
import {
  columnAlignment,
  countValueLines,
  formatColumnValues,
  SECOND_LINE_SCALE,
  type FormattedValue,
  listCellValues,
} from "../values.ts";
import type { Content, ContentText, CanvasElement } from "pdfmake/interfaces.js";
import { countTextLines } from "../../parts/fonts.ts";
import type { ListColumn, ListGroup, ListRow, StyledValue } from "../data.ts";
import type { PrintedRow } from "../rows.ts";

export type RowSetting = {
  columns: readonly ListColumn[];
  /** The widths of the columns, without the column of row numbers. */
  widths: readonly number[];
  /** The highest number of decimals in each column. Every row reserves space for them. */
  decimals: readonly number[];
  /** The longest bar in each column. */
  longest: readonly number[];
  size: number;
};

/** The indent of rows below a sum. */
const INSET = 8;

type Place = { column: ListColumn; width: number; decimals: number; longest: number; size: number };

/** Lays out the cells of a row. Lines that correspond across columns begin at the same height. */
export function layOutRowCells(row: PrintedRow, setting: RowSetting): Content[] {
  const heights = rowLineHeights(row, setting);
  return placesIn(row, setting).map(({ inset, ...place }) => {
    if (place.column.kind === "bar") return barOf(place.column, row.cells, place);
    const all = formatColumnValues(place.column, row.cells);
    const lines = all.map((formatted, line) => {
      const missing = Math.max(0, (heights[line] ?? 1) - countValueLines(formatted, place));
      return lineOf(formatted, place, all.length > 1 ? missing * place.size * SANS_LINE_HEIGHT : 0);
    });
    const [only = { text: "", fontSize: place.size }, ...more] = lines;
    return more.length === 0 && inset === 0 ? only : { stack: lines, margin: [inset, 0, 0, 0] };
  });
}

/**
 * Calculates the height of each line of a row, in lines of text, from the column that needs the most. A column with a
 * single value can use the height of all lines.
 */
export function rowLineHeights(row: PrintedRow, setting: RowSetting): number[] {
  const cells = placesIn(row, setting).map((place) =>
    formatColumnValues(place.column, row.cells).map((formatted) => countValueLines(formatted, place)),
  );
  const count = Math.max(1, ...cells.map((lines) => lines.length));
  const heights = Array.from({ length: count }, (_line, index) => {
    return Math.max(1, ...cells.filter((lines) => lines.length > 1).map((lines) => lines[index] ?? 0));
  });
  const single = Math.max(0, ...cells.filter((lines) => lines.length === 1).map(([lines = 0]) => lines));
  const missing = Math.max(0, single - heights.reduce((sum, height) => sum + height, 0));
  return heights.map((height, index) => (index === count - 1 ? height + missing : height));
}

export function columnDecimals(columns: readonly ListColumn[], rows: readonly PrintedRow[]): number[] {
  return columns.map((column) => {
    if (column.hangs) return 0;
    const all = rows.flatMap(({ cells }) => formatColumnValues(column, cells));
    return countMaxDecimals(all.filter(({ isFigure }) => isFigure).map(({ text }) => text));
  });
}

function placesIn({ inset }: PrintedRow, setting: RowSetting): (Place & { inset: number })[] {
  const label = inset ? setting.columns.findIndex(({ kind }) => kind === "text") : -1;
  return setting.columns.map((column, index) => {
    const own = index === label ? INSET : 0;
    const decimals = setting.decimals[index] ?? 0;
    const longest = setting.longest[index] ?? 0;
    return {
      column,
      decimals,
      longest,
      inset: own,
      size: setting.size,
      width: (setting.widths[index] ?? 0) - own,
    };
  });
}

function lineOf(formatted: FormattedValue, place: Place, below: number): Content {
  const first = textOf(formatted, place);
  if (formatted.under === "") return below === 0 ? first : { stack: [first], margin: [0, 0, 0, below] };
  const under = {
    text: formatted.under,
    fontSize: place.size * SECOND_LINE_SCALE,
    italics: formatted.italics,
    color: MUTED_COLOUR,
  };
  return { stack: [first, { ...under, alignment: columnAlignment(place.column) }], margin: [0, 0, 0, below] };
}

function textOf(formatted: FormattedValue, { column, size, decimals }: Place): ContentText {
  const { text, strong: bold, italics, quiet, underlined, oneLine } = formatted;
  const color = quiet ? MUTED_COLOUR : INK_COLOUR;
  const drawn: Partial<ContentText> = { italics, ...(underlined && { decoration: "underline" }) };
  const alignment = columnAlignment(column);
  if (formatted.isFigure && alignment === "right") {
    const { outOf } = formatted;
    if (outOf !== null)
      return { ...alignFigureWithMaximum(text, String(outOf), decimals, { size }), ...drawn };
    return { ...alignFigure(text, decimals, { bold, size, color }), ...drawn };
  }
  return { text, bold, color, fontSize: size, alignment, noWrap: oneLine, ...drawn };
}

const HEIGHT = 5.6;

/** Draws a bar: an outline with a filled part. The bar has no grey, because printers print grey as dots. */
function barOf(column: ListColumn, row: ListRow, { width, longest, size }: Drawn): Content {
  const [bar] = listCellValues(column, row);
  if (column.scale !== undefined) return onAxis(bar, column.scale, { width, longest, size });
  const length = (figure: number) => (figure / longest) * width;
  const whole = numberOf(bar);
  if (whole === 0) return { text: "", fontSize: size };
  const y = (size * SANS_LINE_HEIGHT - HEIGHT) / 2;
  const at = { type: "rect" as const, x: 0, y, h: HEIGHT };
  const hollow = { ...at, w: length(whole), lineWidth: RULE_WEIGHTS.group, lineColor: INK_COLOUR };
  const solid = { ...at, w: length(bar?.solid ?? whole), lineWidth: 0, color: INK_COLOUR };
  return { canvas: [hollow, solid], relativePosition: { x: 0, y: 0 } };
}

const AXIS = 7;
const STROKE = 4.5;

/** Draws a bar on an axis as long as the scale, with a second value below. Draws nothing if both values are missing. */
function onAxis(bar: StyledValue | undefined, scale: number, { width, size }: Drawn): Content {
  const stroke = bar?.stroke ?? null;
  const end = (numberOf(bar) / scale) * width;
  const at = ((stroke ?? 0) / scale) * width;
  const line = { type: "line" as const, lineColor: INK_COLOUR };
  const drawn: CanvasElement[] = [
    { ...line, x1: 0, y1: AXIS, x2: width, y2: AXIS, lineWidth: RULE_WEIGHTS.row },
  ];
  if (end > 0)
    drawn.push({ type: "rect", x: 0, y: AXIS - HEIGHT, w: end, h: HEIGHT, lineWidth: 0, color: INK_COLOUR });
  if (stroke !== null)
    drawn.push({ ...line, x1: at, y1: AXIS, x2: at, y2: AXIS + STROKE, lineWidth: RULE_WEIGHTS.frame });
  const isEmpty = end === 0 && stroke === null;
  return isEmpty ? { text: "", fontSize: size } : { canvas: drawn, relativePosition: { x: 0, y: 0 } };
}

type Drawn = { width: number; longest: number; size: number };

/** Returns the longest bar in a column. The longest bar gets the full width. */
export function findLongestBar(column: ListColumn, rows: readonly PrintedRow[]): number {
  if (column.kind !== "bar") return 0;
  return Math.max(0, ...rows.flatMap(({ cells }) => listCellValues(column, cells).map(numberOf)));
}

function numberOf(marked: StyledValue | undefined): number {
  return typeof marked?.value === "number" ? marked.value : 0;
}

type Band = Pick<ListGroup, "title" | "aside">;

const TITLE = 11.8;
const ASIDE = 10;
const BETWEEN = "\u00a0\u00a0";

/** Builds a group's name, with a smaller text after it. */
export function formatGroupBand({ title, aside = "" }: Band, italics = false): ContentText {
  const beside = { text: BETWEEN + aside, bold: false, italics, fontSize: ASIDE, color: MUTED_COLOUR };
  const text = aside === "" ? title : [title, beside];
  return { text, font: SERIF_FONT, bold: true, fontSize: TITLE, color: INK_COLOUR };
}

/** Estimates the height of a band as if all its text were as large as the title, so that it is never too low. */
export function measureGroupBand({ title, aside = "" }: Band, width: number): number {
  const text = aside === "" ? title : title + BETWEEN + aside;
  return (
    countTextLines(text, width, { family: SERIF_FONT, size: TITLE, bold: true }) * TITLE * SERIF_LINE_HEIGHT
  );
}
