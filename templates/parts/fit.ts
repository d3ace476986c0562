import { SANS_LINE } from "./type.ts";

export type Step = { size: number; padding: number };
type Fitting = {
  /** Points for rows on the first page and on each later one, and what follows the rows on the last. */
  room: { first: number; next: number; tail: number };
  /** How many lines of text each row has at a size. */
  lines: (size: number) => readonly number[];
  /** All rules together, where they are not a list's usual ones. */
  rules?: number;
  sizes: readonly number[];
  padding: { tight: number; roomy: number; comfortable: number };
  /** The fewest rows that a last page may have: fewer would look forgotten. */
  keep: number;
};

/** A rule between rows, on average. */
const RULE = 0.28;
/** Ways to move rows on to a last page that would have too few. */
const NUDGES = [0, 0.25, -0.25, 0.5, -0.5, 0.75];

/**
 * Text size and row padding: as roomy as one page allows; then smaller steps of text; and when even the smallest does
 * not fit, the largest text in comfortable rows over several pages.
 */
export function fitRows(fitting: Fitting): Step {
  const { room, lines, rules, sizes, padding, keep } = fitting;
  for (const size of sizes) {
    const rows = lines(size);
    const text = rows.reduce((sum, each) => sum + each * size * SANS_LINE, 0);
    const share = (room.first - room.tail - text - (rules ?? RULE * rows.length)) / (2 * rows.length);
    if (share >= padding.tight) return { size, padding: Math.min(share, padding.roomy) };
  }
  const steps = NUDGES.map((nudge) => ({ size: sizes[0] ?? 0, padding: padding.comfortable + nudge }));
  const [comfortable = { size: 0, padding: 0 }] = steps;
  return steps.find((step) => lastPageOf(fitting, step) >= keep) ?? comfortable;
}

/** How many rows come to stand on the last page. */
function lastPageOf({ room, lines }: Fitting, { size, padding }: Step): number {
  const heights = lines(size).map((each) => each * size * SANS_LINE + 2 * padding + RULE);
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
