/** A column's width in points, or `*` for the one that takes what is left. */
export type Width = number | "*";

type Fit = { total: number; columns: readonly Width[]; gap: number; lines?: number };

/**
 * pdfmake leaves padding out of column widths and lets a table that is too wide run over the margin in silence. So the
 * open column is resolved here, `gap` (the padding left of every column but the first) and vertical lines taken off,
 * and what does not fit throws.
 */
export function fitted({ total, columns, gap, lines = 0 }: Fit): number[] {
  const fixed = columns.reduce<number>((sum, width) => sum + (width === "*" ? 0 : width), 0);
  const left = total - fixed - gap * (columns.length - 1) - lines;
  const open = columns.filter((width) => width === "*").length;
  if (open > 1) throw new Error("Only one column can take what is left.");
  if (left < 0 || (open === 1 && left < MINIMUM)) {
    throw new Error(`The table is ${Math.ceil(MINIMUM * open - left)} points too wide for its page.`);
  }
  return columns.map((width) => (width === "*" ? left : width));
}

/** An open column holds people's names or subjects: anything narrower would break every word. */
const MINIMUM = 60;
