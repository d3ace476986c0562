import type { CustomTableLayout } from "pdfmake/interfaces.js";
import { frameOf } from "../parts/page.ts";
import { ruled } from "../parts/rules.ts";
import { SIZE, RULE } from "../parts/type.ts";

/** The sizes and spaces of a card. */
export type Density = {
  /** The size of text in tables. */
  table: number;
  /** The space above and below the text of each row. */
  padding: number;
  /** The space between blocks. */
  gap: number;
  comment: number;
  /** The space left free at the foot of the page. */
  free: number;
  /** The height of the signature, and the space above and below the closing. */
  signature: number;
  band: number;
};

const ROOMY: Density = {
  table: SIZE.table,
  padding: 2.3,
  gap: 22,
  comment: 11.6,
  free: 18,
  signature: 38,
  band: 8,
};
const CLOSE: Density = { ...ROOMY, free: 3, signature: 30, band: 5 };

/**
 * The densities from roomy to close: a card uses the first that fits its page. The close ones are for the longest
 * names and comments with the most subjects; content that does not fit even the last continues on a second page.
 */
const DENSITIES: readonly Density[] = [
  { ...ROOMY, padding: 2.3, gap: 22, free: 18 },
  { ...ROOMY, padding: 1.8, gap: 18, free: 18 },
  { ...ROOMY, padding: 1.5, gap: 16, free: 16 },
  { ...ROOMY, padding: 1.3, gap: 15, free: 14 },
  { ...ROOMY, padding: 1.1, gap: 13, comment: 11.4, free: 12 },
  { ...ROOMY, padding: 0.9, gap: 12, comment: 11.2, free: 10 },
  { ...ROOMY, padding: 0.7, gap: 11, comment: 11.2, free: 8 },
  { ...ROOMY, padding: 0.6, gap: 10, comment: 10.8, free: 6 },
  { ...ROOMY, padding: 0.6, gap: 9, comment: 10.4, free: 5 },
  { ...CLOSE, padding: 0.5, gap: 8.5, comment: 10.2 },
  { ...CLOSE, padding: 0.3, gap: 7, comment: 9.8 },
  { ...CLOSE, table: 9, padding: 0.2, gap: 6, comment: 9.4 },
  { ...CLOSE, table: 8.6, padding: 0.1, gap: 5, comment: 9 },
  { ...CLOSE, table: 8.2, padding: 0, gap: 4, comment: 8.6, signature: 26, band: 3 },
];

export type Fitted<Set> = { set: Set; place: number };

/**
 * Sets a card in the first density that fits, or else in the closest. Densities get closer in order, so the search
 * starts from a likely one: cards of a class are similar, and most take one or two attempts.
 */
export function fittedTo<Set>(
  set: (density: Density) => Set,
  fits: (set: Set) => boolean,
  likely = MIDDLE,
): Fitted<Set> {
  const first = { set: set(densityAt(likely)), place: likely };
  return fits(first.set) ? roomiest(first, set, fits) : closer(first, set, fits);
}

const MIDDLE = 3;

function roomiest<Set>(fitted: Fitted<Set>, set: (density: Density) => Set, fits: (set: Set) => boolean) {
  let best = fitted;
  while (best.place > 0) {
    const place = best.place - 1;
    const roomier = set(densityAt(place));
    if (!fits(roomier)) break;
    best = { set: roomier, place };
  }
  return best;
}

function closer<Set>(tried: Fitted<Set>, set: (density: Density) => Set, fits: (set: Set) => boolean) {
  let last = tried;
  while (last.place < DENSITIES.length - 1) {
    const place = last.place + 1;
    last = { set: set(densityAt(place)), place };
    if (fits(last.set)) break;
  }
  return last;
}

function densityAt(index: number): Density {
  return DENSITIES[index] ?? CLOSE;
}

const { textWidth, textHeight } = frameOf("portrait");

/** The page of a card and the positions of its columns. */
export const PAGE = { width: textWidth, height: textHeight };
export const BETWEEN = 24;

/** Marks, and beside them attendance, behaviour and the signature. */
export const BESIDE = { marks: 312, side: textWidth - BETWEEN - 312 };

/** The columns under the marks: attendance, then behaviour in two; the principal's comment is under the third. */
export const BELOW = { first: 132, second: 125.28, third: textWidth - 132 - 125.28 - 2 * BETWEEN };

/** The rule between rows: a thinner one prints as dots, and a thicker one makes the card look like a form. */
export const ROW = 0.25;

type Ruled = {
  /** The type of each line, from the one over the head row to the one at the end; null for none. */
  lines: readonly (keyof typeof WEIGHTS | null)[];
  padding: number;
  gap: number;
};

const WEIGHTS = { head: RULE.frame, group: RULE.group, row: ROW };

export function cardRules({ lines, padding, gap }: Ruled): CustomTableLayout {
  return ruled({ lines: lines.map(weightOf), padding, gap });
}

export function linesHeight(lines: Ruled["lines"]): number {
  return lines.reduce((sum, kind) => sum + weightOf(kind), 0);
}

/** The lines of a head, rows under it, and the end. */
export function plainLines(rows: number): Ruled["lines"] {
  const between = Array.from({ length: Math.max(0, rows - 1) }, () => "row" as const);
  return [null, "head", ...between, "head"];
}

function weightOf(kind: Ruled["lines"][number]): number {
  return kind === null ? 0 : WEIGHTS[kind];
}
