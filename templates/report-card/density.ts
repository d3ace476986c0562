import type { CustomTableLayout, TableCell } from "pdfmake/interfaces.js";
import { pageFrame, type MeasuredBlock } from "../parts/page.ts";
import { ruledTableLayout } from "../parts/rules.ts";
import { FONT_SIZES, RULE_WEIGHTS } from "../parts/type.ts";

/** The sizes and spaces of a report card, in points. */
export type CardDensity = {
  /** The text size in tables. */
  table: number;
  /** The space above and below the text of each row. */
  padding: number;
  /** The space between blocks. */
  gap: number;
  comment: number;
  /** The space left free at the foot of the page. */
  free: number;
  /** The height of the signature. `band` is the space above and below the closing part. */
  signature: number;
  band: number;
};

const ROOMY: CardDensity = {
  table: FONT_SIZES.table,
  padding: 2.3,
  gap: 22,
  comment: 11.6,
  free: 18,
  signature: 38,
  band: 8,
};
const CLOSE: CardDensity = { ...ROOMY, free: 3, signature: 30, band: 5 };

/**
 * The densities, the roomiest first. A card uses the first density with which it fits on its page. The last are for the
 * longest names and comments with the most subjects. A card that does not fit even then continues on a second page.
 */
const DENSITIES: readonly CardDensity[] = [
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
  { ...CLOSE, table: 8.2, padding: 0, gap: 3, comment: 8.6, signature: 22, band: 1.5 },
];

type FittedCard<Set> = { set: Set; place: number };

/** The place of the last density. A card that does not fit with this one needs a second page. */
const TIGHTEST_DENSITY = DENSITIES.length - 1;

/**
 * Lays out a card in the first density with which it fits, or else in the last. The search starts from a likely
 * density, because the cards of a class are similar and most need one or two attempts.
 */
export function fitToDensity<Set>(
  set: (density: CardDensity) => Set,
  fits: (set: Set) => boolean,
  likely = MIDDLE,
): FittedCard<Set> {
  const first = { set: set(densityAt(likely)), place: likely };
  return fits(first.set) ? roomiest(first, set, fits) : closer(first, set, fits);
}

const MIDDLE = 3;

function roomiest<Set>(
  fitted: FittedCard<Set>,
  set: (density: CardDensity) => Set,
  fits: (set: Set) => boolean,
) {
  let best = fitted;
  while (best.place > 0) {
    const place = best.place - 1;
    const roomier = set(densityAt(place));
    if (!fits(roomier)) break;
    best = { set: roomier, place };
  }
  return best;
}

function closer<Set>(
  tried: FittedCard<Set>,
  set: (density: CardDensity) => Set,
  fits: (set: Set) => boolean,
) {
  if (tried.place === TIGHTEST_DENSITY) return tried;
  const setAt = (place: number) => ({ set: set(densityAt(place)), place });
  const next = setAt(Math.min(tried.place + 1, TIGHTEST_DENSITY));
  if (next.place === TIGHTEST_DENSITY || fits(next.set)) return next;
  let best = setAt(TIGHTEST_DENSITY);
  if (!fits(best.set)) return best;
  // Throughout the search, the card fits with `best`, and does not fit with the density before `from`.
  for (let from = next.place + 1; from < best.place;) {
    const middle = setAt(Math.floor((from + best.place) / 2));
    if (fits(middle.set)) best = middle;
    else from = middle.place + 1;
  }
  return best;
}

function densityAt(index: number): CardDensity {
  return DENSITIES[index] ?? CLOSE;
}

const { textWidth, textHeight } = pageFrame("portrait");

/** The printable area of a card. */
export const CARD_PRINT_AREA = { width: textWidth, height: textHeight };
export const CARD_COLUMN_GAP = 24;

/** The widths of the marks, and of the column beside the marks: attendance, behaviour and the signature. */
export const BESIDE_MARKS_WIDTHS = { marks: 312, side: textWidth - CARD_COLUMN_GAP - 312 };

/** The columns below the marks: attendance, then two for behaviour. The principal's comment is as wide as the third. */
export const BELOW_MARKS_WIDTHS = {
  first: 132,
  second: 125.28,
  third: textWidth - 132 - 125.28 - 2 * CARD_COLUMN_GAP,
};

/** The columns below the marks by the card's order: attendance, and both parts of behaviour. */
export const BELOW_WIDTHS_BY_ORDER = {
  attendance: {
    attendance: BELOW_MARKS_WIDTHS.first,
    behaviour: [BELOW_MARKS_WIDTHS.second, BELOW_MARKS_WIDTHS.third],
  },
  // The second column of behaviour is wider, because it has the longest titles. Attendance is as wide as the
  // principal's comment below it.
  behaviour: { attendance: BELOW_MARKS_WIDTHS.third, behaviour: [118, 139.28] },
} as const;

/** The weight of the line between rows. A thinner line prints as dots; a thicker one looks like a form. */
export const ROW_RULE_WEIGHT = 0.25;

type Ruled = {
  /** The kind of each line, from the line above the head row to the last line; null for no line. */
  lines: readonly (keyof typeof WEIGHTS | null)[];
  padding: number;
  gap: number;
};

const WEIGHTS = { head: RULE_WEIGHTS.frame, group: RULE_WEIGHTS.group, row: ROW_RULE_WEIGHT };

export function cardTableLayout({ lines, padding, gap }: Ruled): CustomTableLayout {
  return ruledTableLayout({ lines: lines.map(weightOf), padding, gap });
}

/** A table before its rows are spaced, because the spacing depends on the density and on the content beside the table. */
export type UnspacedTable = {
  rows: number;
  height: (padding: number) => number;
  at: (padding: number) => MeasuredBlock;
};

type UnspacedRows = Pick<Ruled, "lines" | "gap"> & {
  widths: number[];
  /** The head row, and the rows whose heights follow. */
  body: TableCell[][];
  head: number;
  heights: readonly number[];
};

export function unspacedTable({ lines, gap, widths, body, head, heights }: UnspacedRows): UnspacedTable {
  const text = heights.reduce((sum, height) => sum + height, 0) + head + heightOfLines(lines);
  const height = (padding: number) => text + 2 * padding * heights.length;
  return {
    rows: heights.length,
    height,
    at: (padding) => ({
      height: height(padding),
      content: {
        table: { headerRows: 1, dontBreakRows: true, widths, body },
        layout: cardTableLayout({ lines, padding, gap }),
      },
    }),
  };
}

export function heightOfLines(lines: Ruled["lines"]): number {
  return lines.reduce((sum, kind) => sum + weightOf(kind), 0);
}

/** Returns the kinds of a table's lines: around the head, between the rows, and at the end. */
export function plainTableLines(rows: number): Ruled["lines"] {
  const between = Array.from({ length: Math.max(0, rows - 1) }, () => "row" as const);
  return [null, "head", ...between, "head"];
}

function weightOf(kind: Ruled["lines"][number]): number {
  return kind === null ? 0 : WEIGHTS[kind];
}
