import type { CSSProperties } from "react";

import type { Columns } from "./columns.rules.ts";

/**
 * The sheet's one table in two shapes (screens.md, Mark sheet): from 960 px on a register with sticky head and name,
 * below it a list of rows of 64 px with name, state, attendance and field.
 *
 * What the rows look like is said once in app/tailwind.css, of parts that are only named in them: a class has 35 of
 * them, and what is written once need not be sent, escaped and read 35 times.
 */
const TABLE = "sheet-table -mx-4 block bg-paper text-left md:mx-0 md:border-x md:border-b";

export const HEAD =
  "sheet-columns sticky top-0 z-[11] flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 lg:grid lg:min-h-0 lg:justify-normal lg:gap-0 lg:border-t-2 lg:px-0 lg:[&>th]:py-2 [&>th]:font-semibold";

/** Widths of the columns in pixels, after place and picture, which a sheet of many columns gives up below 1,180 px. */
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
/** A bold letter of a head, and the space beside its words. */
const LETTER = 8.5;
const SPACE = 8;

/**
 * The columns, and what the rows are told once for all of them. They are a grid and no table, of which each key that is
 * typed would lay out every cell of the class. On a phone the box under the name says what it is, if others follow.
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

/** All alike, and no word of their heads is broken. */
function widthOf(extras: Columns["extras"]): number {
  const words = extras.flatMap(({ title }) => title.split(" "));
  const longest = Math.max(...words.map(({ length }) => length));
  return Math.max(WIDTHS.extra, longest * LETTER + SPACE);
}

/** Where it is a list of rows. */
export const NARROW = "(max-width: 959px)";
