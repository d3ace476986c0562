import { MUTED, SCHOOL_RED } from "../type.ts";
import { textCell } from "./cells.ts";
import type { Cell } from "write-excel-file/node";
import type { School } from "../school.ts";

export const RULE = { bottomBorderStyle: "thin", bottomBorderColor: MUTED } as const;
export const HEAD = {
  fontWeight: "bold",
  bottomBorderStyle: "medium",
  wrap: true,
  alignVertical: "bottom",
} as const;
export const QUIET = { textColor: MUTED };

/** Each text is in one cell that is not merged: a long text runs over the empty cells beside it and is not cut. */
export function sheetTop(
  school: School,
  { title, about, details }: { title: string; about: string; details: string },
): Cell[][] {
  return [
    [textCell(school.name, { fontWeight: "bold", fontSize: 16 })],
    [textCell(title, { textColor: SCHOOL_RED })],
    [textCell(about, { fontWeight: "bold" })],
    [textCell(details, QUIET)],
  ];
}
