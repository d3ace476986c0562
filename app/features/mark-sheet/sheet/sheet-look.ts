import type { CSSProperties } from "react";
import type { MarkSheetColumns } from "./columns.rules.ts";

/**
 * The sheet is one table with two layouts. From 960 px it is a table with sticky header and names; below that, a list
 * of rows 64 px high. The rows are styled in app/ui/styles/first.css by the class names of their parts, because utility
 * classes in 35 rows would be sent and parsed 35 times.
 */
const TABLE = "sheet-table -mx-4 block bg-paper text-left md:mx-0 md:border-x md:border-b";

export const MARK_SHEET_HEAD_CLASSES =
  "sheet-columns sticky top-0 z-[11] flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 lg:grid lg:min-h-0 lg:justify-normal lg:gap-0 lg:border-t-2 lg:px-0 lg:[&>th]:py-2 [&>th]:font-semibold";

/** The widths of the columns in pixels. With many columns, a narrow window hides the position and the picture. */
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
 * Returns the grid of columns and other styles that all rows share. Rows are a CSS grid, because in a real table each
 * keystroke would lay out every cell again. On a phone, the main field has a label if other fields follow.
 */
export function markSheetTableStyle({ main, hasMark, extras, remark }: MarkSheetColumns) {
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

/** Returns the width of the additional columns, which is enough for the longest word in their headings. */
function widthOf(extras: MarkSheetColumns["extras"]): number {
  const words = extras.flatMap(({ title }) => title.split(" "));
  const longest = Math.max(...words.map(({ length }) => length));
  return Math.max(WIDTHS.extra, longest * LETTER + SPACE);
}

/** The media query for screens on which the sheet is a list of rows. */
export const NARROW_SCREEN_QUERY = "(max-width: 959px)";
