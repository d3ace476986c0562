import type { CSSProperties } from "react";
import type { SheetColumns } from "./columns.rules.ts";

/**
 * The sheet is one table with two layouts: from 960 px wide, a table with sticky header and names; below that, a list
 * of rows 64 px high with name, state, attendance and field.
 * The stylesheet app/tailwind.css styles the rows by the names of their parts: a class has 35 rows, and utility classes
 * in each row would be sent and parsed 35 times.
 */
const TABLE = "sheet-table -mx-4 block bg-paper text-left md:mx-0 md:border-x md:border-b";

export const SHEET_HEAD_CLASSES =
  "sheet-columns sticky top-0 z-[11] flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 lg:grid lg:min-h-0 lg:justify-normal lg:gap-0 lg:border-t-2 lg:px-0 lg:[&>th]:py-2 [&>th]:font-semibold";

/**
 * The widths of the columns in pixels, after the position and the picture. Below 1,180 px, a sheet with many columns
 * hides those two.
 */
const WIDTHS = {
  name: 268,
  narrowName: 228,
  attendance: 98,
  maxMark: 96,
  mark: 112,
  grade: 80,
  percent: 72,
  extra: 84,
  remark: 160,
};
const LEAST_STATE = 120;
/** The width in pixels of a bold letter in a column heading. */
const LETTER = 8.5;
const SPACE = 8;

/**
 * Returns the grid of the columns and other styles that all rows share. The rows are a CSS grid, because in a table
 * each keystroke would lay out every cell again. On a phone, the main field has a label if other fields follow.
 */
export function sheetTableStyle({ main, hasMark, extras, remark }: SheetColumns) {
  const isWide = extras.length > 0 || remark !== null;
  const { name, narrowName, attendance, maxMark, mark, grade, percent } = WIDTHS;
  const leastRemark = remark ? WIDTHS.remark : 0;
  const widths = [
    ...[isWide ? narrowName : name, attendance],
    ...(hasMark ? [maxMark, mark, percent] : main ? [grade] : []),
    ...extras.map(() => widthOf(extras)),
  ];
  const least = widths.reduce((sum, width) => sum + width, LEAST_STATE + leastRemark);
  const style = {
    "--columns": `${widths.map((width) => `${width}px`).join(" ")} ${remark ? `minmax(${leastRemark}px, 2fr) ` : ""}minmax(0, 1fr)`,
    "--least": `${least}px`,
    "--extras": extras.length,
    "--label": JSON.stringify(main?.title ?? ""),
  } as CSSProperties;
  return { className: isWide ? `${TABLE} labelled` : TABLE, style };
}

/** Returns the width of the extra columns, all wide enough for the longest word in their headings. */
function widthOf(extras: SheetColumns["extras"]): number {
  const words = extras.flatMap(({ title }) => title.split(" "));
  const longest = Math.max(...words.map(({ length }) => length));
  return Math.max(WIDTHS.extra, longest * LETTER + SPACE);
}

/** The media query for screens on which the sheet is a list of rows. */
export const NARROW_SCREEN = "(max-width: 959px)";
