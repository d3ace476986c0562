import type { Cell } from "write-excel-file/node";

const LINE = 15;

/** Rows as high as their texts need: not every program finds that out when it opens the file. */
export function withHeights(rows: readonly Cell[][], widths: readonly number[]): Cell[][] {
  return rows.map((row) => {
    const lines = Math.max(1, ...row.map((cell, column) => linesIn(cell, widths[column] ?? 0)));
    const [first, ...others] = row;
    if (lines === 1 || typeof first !== "object" || first === null) return row;
    return [{ ...first, height: lines * LINE }, ...others] as Cell[];
  });
}

function linesIn(cell: Cell, width: number): number {
  if (typeof cell !== "object" || cell === null || !("wrap" in cell) || cell.wrap !== true) return 1;
  const paragraphs = typeof cell.value === "string" ? cell.value.split("\n") : [];
  return paragraphs.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / width)), 0);
}
