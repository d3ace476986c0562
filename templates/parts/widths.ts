/** A column's width in points. A column with `*` takes the remaining width. */
export type ColumnWidth = number | "*";

type Fit = { total: number; columns: readonly ColumnWidth[]; gap: number; lines?: number };

/**
 * Calculates the width of the column with `*`. pdfmake does not count padding in column widths, and lets a table that
 * is too wide run over the margin without a warning. This function therefore subtracts vertical lines and `gap` (the
 * padding to the left of every column except the first), and throws an error if a table does not fit.
 */
export function fitColumnWidths({ total, columns, gap, lines = 0 }: Fit): number[] {
  const fixed = columns.reduce<number>((sum, width) => sum + (width === "*" ? 0 : width), 0);
  const left = total - fixed - gap * (columns.length - 1) - lines;
  const open = columns.filter((width) => width === "*").length;
  if (open > 1) throw new Error("Only one column can take the remaining width.");
  if (left < 0 || (open === 1 && left < MINIMUM)) {
    throw new Error(`The table is ${Math.ceil(MINIMUM * open - left)} points too wide for its page.`);
  }
  return columns.map((width) => (width === "*" ? left : width));
}

/** The minimum width of the column with `*`. In a narrower column, every name or subject would be broken. */
const MINIMUM = 60;
