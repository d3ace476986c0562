import { linesOf, widthOf } from "./fonts.ts";
import { setText } from "./set-text.ts";
import { INK, MUTED, RULE, SANS_LINE, SERIF, SERIF_LINE, SIZE } from "./type.ts";
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { Block } from "./block.ts";

const TITLE_MARGIN = 9;
const SPACING = 0.09;
const SMALL_CAPITALS: NonNullable<ContentText["fontFeatures"]> = ["smcp", "c2sc"];

/** What the document is, in small capitals, and on the right the time it is about. */
export function titleLine(title: string, period: string, width: number): Block {
  const right = widthOf(period, { family: SERIF, size: SIZE.title });
  const left = width - right - COLUMN_GAP;
  const lines = linesOf(title, left / (1 + SPACING), { family: SERIF, size: SIZE.title });
  const small = { fontFeatures: SMALL_CAPITALS, characterSpacing: SPACING * SIZE.title };
  return {
    height: TITLE_MARGIN + lines * SIZE.title * SERIF_LINE,
    content: {
      margin: [0, TITLE_MARGIN, 0, 0],
      columnGap: COLUMN_GAP,
      columns: [
        { text: title, width: left, font: SERIF, fontSize: SIZE.title, ...small },
        { text: period, width: "*", font: SERIF, fontSize: SIZE.title, alignment: "right", noWrap: true },
      ],
    },
  };
}

/** The largest on which it stays on one line; a text too long for all of them wraps at the middle one. */
const ABOUT_SIZES = [23, 21, 19, 17.5];
const ABOUT_WRAPPED = 19;
const COLUMN_GAP = 16;
const ABOUT_MARGIN = 6;

/** Who or what it is about, large; on its right a few counts on the same baseline. */
export function aboutLine(
  text: string,
  counts: ContentText["text"],
  countsWidth: number,
  width: number,
): Block {
  const left = width - countsWidth - COLUMN_GAP;
  const size =
    ABOUT_SIZES.find((each) => widthOf(text, { family: SERIF, size: each }) <= left) ?? ABOUT_WRAPPED;
  const drop = SERIF_ASCENT * size - SANS_ASCENT * SIZE.table;
  return {
    height: ABOUT_MARGIN + linesOf(text, left, { family: SERIF, size }) * size * SERIF_LINE,
    content: {
      margin: [0, ABOUT_MARGIN, 0, 0],
      columnGap: COLUMN_GAP,
      columns: [
        { text, width: left, font: SERIF, fontSize: size, color: INK },
        { text: counts, width: "*", alignment: "right", margin: [0, drop, 0, 0] },
      ],
    },
  };
}

const SERIF_ASCENT = 1.007;
const SANS_ASCENT = 1.024;
const FACT_SIZE = 10.5;

export type Fact = { label: string; value: string; share?: number };

/** Small labels over their values, side by side; long values wrap under their own label. */
export function factsRow(facts: readonly Fact[], width: number, marginTop: number): Block {
  const shares = facts.reduce((sum, { share = 1 }) => sum + share, 0);
  const room = width - COLUMN_GAP * (facts.length - 1);
  const columns = facts.map((fact) => ({ ...fact, width: (room * (fact.share ?? 1)) / shares }));
  const lines = Math.max(...columns.map((each) => linesOf(each.value, each.width, { size: FACT_SIZE })));
  return {
    height: marginTop + (SIZE.label + lines * FACT_SIZE) * SANS_LINE,
    content: {
      margin: [0, marginTop, 0, 0],
      columnGap: COLUMN_GAP,
      columns: columns.map(({ label, value, width: own }) => ({
        width: own,
        stack: [
          { text: label, fontSize: SIZE.label, color: MUTED, noWrap: true },
          value === "" ? lineToWriteOn(own) : setText(value, own, { size: FACT_SIZE }).content,
        ],
      })),
    },
  };
}

/** On paper, what is not known yet is filled in by hand. */
function lineToWriteOn(width: number): Content {
  const y = FACT_SIZE * SANS_ASCENT + 2;
  return { canvas: [{ type: "line", x1: 0, y1: y, x2: width, y2: y, lineWidth: RULE.row, lineColor: INK }] };
}

/** What a document without a single row says instead of an empty table (T8). */
export const NO_DATA = "No Data Available";

export function noData(): ContentText {
  const margin: [number, number, number, number] = [0, 60, 0, 0];
  return {
    text: NO_DATA,
    font: SERIF,
    italics: true,
    fontSize: 15,
    color: MUTED,
    alignment: "center",
    margin,
  };
}
