import { SANS_LINE } from "./type.ts";

export type Step = { size: number; padding: number };
type Fitting = {
  /** The height for rows on the first page and on each later one, and of the content after them on the last. */
  room: { first: number; next: number; tail: number };
  lines: (size: number) => readonly number[];
  /** The height of all rules together, when they differ from a list's usual ones. */
  rules?: number;
  sizes: readonly number[];
  padding: { tight: number; roomy: number; comfortable: number };
  /** The fewest rows on a last page: fewer would look lost. */
  keep: number;
};

/** The average weight of a rule between rows. */
const RULE = 0.28;
/** The ways to move rows onto a last page that would have too few. */
const NUDGES = [0, 0.25, -0.25, 0.5, -0.5, 0.75];

/**
 * Chooses text size and row padding: as roomy as one page allows, then smaller text, and when even the smallest does
 * not fit, the largest text in comfortable rows over several pages.
 */
export function fitRows(fitting: Fitting): Step {
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

function lastPageOf({ room, lines }: Fitting, { size, padding }: Step): number {
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
