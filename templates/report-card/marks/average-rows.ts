import type { ContentColumns, ContentStack, ContentText, TableCell } from "pdfmake/interfaces.js";
import { measureTextWidth } from "../../parts/fonts.ts";
import {
  FONT_SIZES,
  INK_COLOUR,
  MUTED_COLOUR,
  SANS_LINE_HEIGHT,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
} from "../../parts/type.ts";
import type { CardColumn, CardMarks } from "../data.ts";
import type { cardTableLayout } from "../density.ts";

export type MarksTableLine = Parameters<typeof cardTableLayout>[0]["lines"][number];
export type MarksTableRow = { cells: TableCell[]; height: number; above: MarksTableLine };

/**
 * `digits` is the largest number of digits in the column's marks. Shorter marks are padded to it, which aligns the
 * units.
 */
export type CardMarkColumn = CardColumn & { width: number; digits: number };

export type MarksTablePlan = {
  size: number;
  gap: number;
  widths: number[];
  subject: number;
  /** The width of the teachers' column; null if teachers follow their subjects. */
  teacher: number | null;
  /** The columns between the subject and the remark. A label may have two lines. */
  columns: CardMarkColumn[];
  /** The width of the remarks' column; `below` if remarks are below their subjects, null if there are none. */
  remark: number | "below" | null;
};

export const AVERAGE_SIZE = 11.5;
/** The extra width for the average, which is printed larger than the other figures of its column. */
const FIGURE_ROOM = 30;
const YEAR_DETAILS = 9;
const COMPARED = 8.6;
const SANS_ASCENT = 1.024;

/**
 * Lays out the averages. Their units are below the units of the percentages, so decimals and the % sign extend beyond
 * the edge.
 */
export function averageRows(marks: CardMarks, plan: MarksTablePlan): MarksTableRow[] {
  const { averages, compared } = marks;
  if (compared !== null) return averages.map((average) => comparedRow(average, compared, plan));
  const { columns, widths, size, teacher } = plan;
  const before = (teacher === null ? 1 : 2) + columns.findIndex(({ kind }) => kind === "percent");
  const height = Math.max(AVERAGE_SIZE, size) * SANS_LINE_HEIGHT;
  const style = { bold: true, fontSize: AVERAGE_SIZE };
  return averages.map(({ label, value }) => {
    const text = value ?? "";
    const hanging = measureTextWidth(text.replace(/^\d+/, ""), { size: AVERAGE_SIZE, bold: true });
    const margin: ContentText["margin"] = [-FIGURE_ROOM, 0, -hanging, 0];
    const cells = spanColumns([
      { cell: { ...style, text: label, font: SERIF_FONT, color: INK_COLOUR }, columns: before },
      { cell: { ...style, text, alignment: "right", noWrap: true, margin }, columns: 1 },
      { cell: { text: "", fontSize: FONT_SIZES.label }, columns: widths.length - before - 1 },
    ]);
    return { cells, height, above: "head" };
  });
}

/** Lays out the average with the class's averages at the right; below the average if they are too long. */
function comparedRow(
  { label, value }: CardMarks["averages"][number],
  compared: string,
  { widths, gap, size }: MarksTablePlan,
): MarksTableRow {
  const style = { size: AVERAGE_SIZE, bold: true };
  const text: ContentText[] = [
    { text: `${label}  `, font: SERIF_FONT, bold: true },
    { text: value ?? "", bold: true },
  ];
  const left =
    measureTextWidth(`${label}  `, { family: SERIF_FONT, ...style }) +
    measureTextWidth(`${value ?? ""}  `, style);
  const right = tableWidth(widths, gap) - left;
  const average = { text, fontSize: AVERAGE_SIZE, color: INK_COLOUR, noWrap: true };
  const ofClass = { text: compared, fontSize: COMPARED, color: MUTED_COLOUR, noWrap: true };
  const isBeside = measureTextWidth(compared, { size: COMPARED }) <= right;
  const cell: ContentColumns | ContentStack = isBeside
    ? {
        columnGap: 0,
        columns: [
          { ...average, width: left },
          {
            ...ofClass,
            width: right,
            alignment: "right",
            margin: [0, SANS_ASCENT * (AVERAGE_SIZE - COMPARED), 0, 0],
          },
        ],
      }
    : { stack: [average, ofClass] };
  return {
    cells: spanColumns([{ cell, columns: widths.length }]),
    height: (Math.max(AVERAGE_SIZE, size) + (isBeside ? 0 : COMPARED)) * SANS_LINE_HEIGHT,
    above: "head",
  };
}

function tableWidth(widths: readonly number[], gap: number): number {
  return widths.reduce((sum, own) => sum + own + gap, -gap);
}

/** Lays out the average of the year across the table, with what follows it in smaller letters. */
export function yearRows({ year }: CardMarks, { widths, gap, size }: MarksTablePlan): MarksTableRow[] {
  if (year === null) return [];
  const { label, value, details } = year;
  const style = { size: AVERAGE_SIZE, bold: true };
  const used =
    measureTextWidth(`${label}  `, { family: SERIF_FONT, ...style }) +
    measureTextWidth(`${value}   `, style) +
    measureTextWidth(details, { size: YEAR_DETAILS });
  const width = tableWidth(widths, gap);
  const text: ContentText[] = [
    { text: `${label}  `, font: SERIF_FONT, bold: true },
    { text: `${value}   `, bold: true },
    { text: details, fontSize: YEAR_DETAILS, color: MUTED_COLOUR },
  ];
  const cell: ContentText = { text, fontSize: AVERAGE_SIZE, color: INK_COLOUR };
  return [
    {
      cells: spanColumns([{ cell, columns: widths.length }]),
      height: Math.ceil(used / width) * Math.max(AVERAGE_SIZE, size) * SERIF_LINE_HEIGHT,
      above: "row",
    },
  ];
}

type Spread = { cell: ContentText | ContentColumns | ContentStack; columns: number };

/** Builds cells that span several columns, each followed by the empty cells that pdfmake requires. */
export function spanColumns(cells: readonly Spread[]): TableCell[] {
  return cells.flatMap(({ cell, columns }) => [
    { ...cell, colSpan: columns },
    ...Array.from({ length: Math.max(0, columns - 1) }, () => ({ text: "", fontSize: FONT_SIZES.label })),
  ]) as TableCell[];
}
