import { SANS_LINE_HEIGHT } from "./type.ts";

/** The text size of rows, and the space above and below their text. */
export type RowDimensions = { size: number; padding: number };
type Fitting = {
  /** The height for rows on the first and on later pages, and the height of what follows the rows. */
  room: { first: number; next: number; tail: number };
  lines: (size: number) => readonly number[];
  /** The total height of all lines, if it differs from a list's usual height. */
  rules?: number;
  sizes: readonly number[];
  padding: { tight: number; roomy: number; comfortable: number };
  /** The minimum number of rows on the last page. */
  keep: number;
};

/** The average weight of a line between rows. */
const RULE = 0.28;
/** Changes of the padding that are tried if the last page would have too few rows. */
const NUDGES = [0, 0.25, -0.25, 0.5, -0.5, 0.75];

/**
 * Chooses the text size and row padding: the roomiest that fit on one page, then smaller text. If the smallest text
 * does not fit on one page either, uses the largest text and comfortable rows on several pages.
 */
export function chooseRowDimensions(fitting: Fitting): RowDimensions {
  const { room, lines, rules, sizes, padding, keep } = fitting;
  for (const size of sizes) {
    const rows = lines(size);
    const text = rows.reduce((sum, row) => sum + row * size * SANS_LINE_HEIGHT, 0);
    const share = (room.first - room.tail - text - (rules ?? RULE * rows.length)) / (2 * rows.length);
    if (share >= padding.tight) return { size, padding: Math.min(share, padding.roomy) };
  }
  const steps = NUDGES.map((nudge) => ({ size: sizes[0] ?? 0, padding: padding.comfortable + nudge }));
  const [comfortable = { size: 0, padding: 0 }] = steps;
  return steps.find((step) => lastPageOf(fitting, step) >= keep) ?? comfortable;
}

function lastPageOf({ room, lines }: Fitting, { size, padding }: RowDimensions): number {
  const heights = lines(size).map((item) => item * size * SANS_LINE_HEIGHT + 2 * padding + RULE);
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
