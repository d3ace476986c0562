import type { CSSProperties } from "react";

import type { Columns } from "./columns.rules.ts";

/**
 * The sheet's one table in two shapes (screens.md, Mark sheet): from 960 px on a register with sticky head and name,
 * below it a list of rows of 64 px with name, state, attendance and field.
 *
 * What the rows look like is said once in app/tailwind.css, of parts that are only named in them: a class has 35 of
 * them, and what is written once need not be sent, escaped and read 35 times.
 */
export const TABLE =
  "-mx-4 block bg-paper text-left md:mx-0 md:border-x md:border-b lg:table lg:min-w-full lg:table-fixed lg:border-separate lg:[border-spacing:0]";

export const HEAD =
  "sticky top-0 z-[11] flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 lg:table-row lg:border-0 " +
  "lg:[&>th]:border-b lg:[&>th]:border-t-2 lg:[&>th]:border-b-red lg:[&>th]:border-t-red lg:[&>th]:py-2 [&>th]:font-semibold";

const BODY = "sheet-rows block lg:table-row-group";

/** Where columns may be scrolled under it. Each one that sticks is counted with at every key. */
const STICKY_NAMES = "labelled lg:[&_.name]:sticky lg:[&_.name]:left-0 lg:[&_.name]:[background:inherit]";

/** What the rows are told once for all of them. On a phone the box under the name says what it is, if others follow. */
export function bodyLook({ main, extras }: Columns) {
  if (extras.length === 0) return { className: BODY };
  const label = { "--label": JSON.stringify(main?.title ?? "") } as CSSProperties;
  return { className: `${BODY} ${STICKY_NAMES}`, style: label };
}

/** Where it is a list of rows. */
export const NARROW = "(max-width: 959px)";
