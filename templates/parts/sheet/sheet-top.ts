import { MUTED_COLOUR, SCHOOL_RED } from "../type.ts";
import { textCell } from "./cells.ts";
import type { Cell } from "write-excel-file/node";
import type { School } from "../school.ts";

export const ROW_RULE_CELL_STYLE = { bottomBorderStyle: "thin", bottomBorderColor: MUTED_COLOUR } as const;
export const HEAD_CELL_STYLE = {
  fontWeight: "bold",
  bottomBorderStyle: "medium",
  wrap: true,
  alignVertical: "bottom",
} as const;
export const MUTED_CELL = { textColor: MUTED_COLOUR };

/** Builds the lines above a table. Cells are not merged: a long text continues over the empty cells beside it. */
export function worksheetTop(
  school: School,
  { title, about, details }: { title: string; about: string; details: string },
): Cell[][] {
  return [
    [textCell(school.name, { fontWeight: "bold", fontSize: 16 })],
    [textCell(title, { textColor: SCHOOL_RED })],
    [textCell(about, { fontWeight: "bold" })],
    [textCell(details, MUTED_CELL)],
  ];
}
