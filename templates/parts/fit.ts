import { SANS_LINE } from "./type.ts";

export type RowDimensions = { size: number; padding: number };
type Fitting = {
  /** The height for rows on the first page and on later ones, and the height of the content after them. */
  room: { first: number; next: number; tail: number };
  lines: (size: number) => readonly number[];
  /** The height of all rules together, when it differs from a list's usual one. */
  rules?: number;
  sizes: readonly number[];
  padding: { tight: number; roomy: number; comfortable: number };
  /** The least number of rows on the last page. */
  keep: number;
};

/** The average weight of a rule between rows. */
const RULE = 0.28;
/** Changes of the padding to try, so that the last page does not have too few rows. */
const NUDGES = [0, 0.25, -0.25, 0.5, -0.5, 0.75];

/**
 * Chooses the text size and row padding: as roomy as one page allows, then with smaller text. If the smallest text does
 * not fit on one page either, the largest text and comfortable rows are used on several pages.
 */
export function fitRows(fitting: Fitting): RowDimensions {
  const { room, lines, rules, sizes, padding, keep } = fitting;
  for (const size of sizes) {
    const rows = lines(size);
    const text = rows.reduce((sum, row) => sum + row * size * SANS_LINE, 0);
    const share = (room.first - room.tail - text - (rules ?? RULE * rows.length)) / (2 * rows.length);
    if (share >= padding.tight) return { size, padding: Math.min(share, padding.roomy) };
  }
  const steps = NUDGES.map((nudge) => ({ size: sizes[0] ?? 0, padding: padding.comfortable + nudge }));
  const [comfortable = { size: 0, padding: 0 }] = steps;
  return steps.find((step) => lastPageOf(fitting, step) >= keep) ?? comfortable;
}

function lastPageOf({ room, lines }: Fitting, { size, padding }: RowDimensions): number {
  const heights = lines(size).map((item) => item * size * SANS_LINE + 2 * padding + RULE);
  let left = room.first;
  let rows = 0;
  for (const height of heights) {
    if (height > left) {
      left = room.next;
      rows = 0;
    }
    left -= height;
    rows += 1;
  }
  return left >= room.tail ? rows : 0;
}
