import type { CSSProperties } from "react";
import type { Columns } from "./columns.rules.ts";

/**
 * The sheet is one table in two shapes: from 960 px a register with sticky head and name, below that a list of rows 64
 * px high with name, state, attendance and field.
 *
 * The stylesheet app/tailwind.css defines the look of the rows once, by the names of their parts: a class has 35 rows,
 * and classes in each row would be sent, escaped and read 35 times.
 */
const TABLE = "sheet-table -mx-4 block bg-paper text-left md:mx-0 md:border-x md:border-b";

export const HEAD =
  "sheet-columns sticky top-0 z-[11] flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 lg:grid lg:min-h-0 lg:justify-normal lg:gap-0 lg:border-t-2 lg:px-0 lg:[&>th]:py-2 [&>th]:font-semibold";

/**
 * The widths of the columns in pixels, after place and picture. Below 1,180 px a sheet of many columns hides those two.
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
};
const LEAST_STATE = 120;
/** The width of a bold letter in a head, and the space beside its words. */
const LETTER = 8.5;
const SPACE = 8;

/**
 * Returns the grid of the columns, and other values that all rows share. The rows are a grid because in a table each
 * keystroke would lay out every cell of the class. On a phone the field under the name has a label if other fields
 * follow.
 */
export function tableLook({ main, hasMark, extras }: Columns) {
  const isWide = extras.length > 0;
  const { name, narrowName, attendance, maxMark, mark, grade, percent } = WIDTHS;
  const widths = [
    ...[isWide ? narrowName : name, attendance],
    ...(hasMark ? [maxMark, mark, percent] : main ? [grade] : []),
    ...extras.map(() => widthOf(extras)),
  ];
  const least = widths.reduce((sum, width) => sum + width, LEAST_STATE);
  const style = {
    "--columns": `${widths.map((width) => `${width}px`).join(" ")} minmax(0, 1fr)`,
    "--least": `${least}px`,
    "--extras": extras.length,
    "--label": JSON.stringify(main?.title ?? ""),
  } as CSSProperties;
  return { className: isWide ? `${TABLE} labelled` : TABLE, style };
}

/** Makes all columns alike, and wide enough for the longest word of their heads. */
function widthOf(extras: Columns["extras"]): number {
  const words = extras.flatMap(({ title }) => title.split(" "));
  const longest = Math.max(...words.map(({ length }) => length));
  return Math.max(WIDTHS.extra, longest * LETTER + SPACE);
}

/** The media query under which the sheet is a list of rows. */
export const NARROW = "(max-width: 959px)";
