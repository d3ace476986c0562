import { countTextLines, measureTextWidth } from "./fonts.ts";
import { layOutText } from "./text.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  RULE_WEIGHTS,
  SANS_LINE_HEIGHT,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  FONT_SIZES,
} from "./type.ts";
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { MeasuredBlock } from "./page.ts";
import type { CountsLine } from "./counts.ts";

const TITLE_MARGIN = 9;
const SPACING = 0.09;
const SMALL_CAPITALS: NonNullable<ContentText["fontFeatures"]> = ["smcp", "c2sc"];

export function smallCapitals(size: number): Pick<ContentText, "fontFeatures" | "characterSpacing"> {
  return { fontFeatures: SMALL_CAPITALS, characterSpacing: SPACING * size };
}

/** Lays out the document's title in small capitals, with the year and term at the right. */
export function titleLine(title: string, period: string, width: number): MeasuredBlock {
  const right = measureTextWidth(period, { family: SERIF_FONT, size: FONT_SIZES.title });
  const left = width - right - COLUMN_GAP;
  const lines = countTextLines(title, left / (1 + SPACING), { family: SERIF_FONT, size: FONT_SIZES.title });
  return {
    height: TITLE_MARGIN + lines * FONT_SIZES.title * SERIF_LINE_HEIGHT,
    content: {
      margin: [0, TITLE_MARGIN, 0, 0],
      columnGap: COLUMN_GAP,
      columns: [
        {
          text: title,
          width: left,
          font: SERIF_FONT,
          fontSize: FONT_SIZES.title,
          ...smallCapitals(FONT_SIZES.title),
        },
        {
          text: period,
          width: "*",
          font: SERIF_FONT,
          fontSize: FONT_SIZES.title,
          alignment: "right",
          noWrap: true,
        },
      ],
    },
  };
}

/** The first size at which the text fits on one line is used. A longer text is wrapped, in the size below. */
const ABOUT_SIZES = [23, 21, 19, 17.5];
const ABOUT_WRAPPED = 19;
const ASIDE = { family: SERIF_FONT, size: 13 };
const COLUMN_GAP = 16;
const ABOUT_MARGIN = 6;

type About = { text: string; aside?: string; counts: CountsLine; width: number };

/**
 * Lays out the subject in large letters, and counts at the right on the same baseline. A smaller text follows the
 * subject, or is below it if there is no space.
 */
export function subjectAndCountsLine({ text, aside = "", counts, width }: About): MeasuredBlock {
  const left = width - counts.width - COLUMN_GAP;
  const besideWidth = aside === "" ? 0 : measureTextWidth(ASIDE_GAP + aside, ASIDE);
  const beside = sizeWithin(text, left - besideWidth);
  const size = beside ?? sizeWithin(text, left) ?? ABOUT_WRAPPED;
  const below = beside === undefined && aside !== "" ? layOutText(aside, left, ASIDE, ASIDE_LOOK) : null;
  const runs = [text, ...(aside === "" || below ? [] : [{ text: ASIDE_GAP + aside, ...ASIDE_LOOK }])];
  const drop = SERIF_ASCENT * size - SANS_ASCENT * FONT_SIZES.table;
  const lines =
    countTextLines(text, left, { family: SERIF_FONT, size }) * size + (below?.lines ?? 0) * ASIDE.size;
  const large = {
    text: runs.length === 1 ? text : runs,
    font: SERIF_FONT,
    fontSize: size,
    color: INK_COLOUR,
  };
  return {
    height: ABOUT_MARGIN + lines * SERIF_LINE_HEIGHT,
    content: {
      margin: [0, ABOUT_MARGIN, 0, 0],
      columnGap: COLUMN_GAP,
      columns: [
        below ? { width: left, stack: [large, below.content] } : { ...large, width: left },
        { text: counts.text, width: "*", alignment: "right", margin: [0, drop, 0, 0] },
      ],
    },
  };
}

const ASIDE_GAP = "\u00a0\u00a0";
const ASIDE_LOOK = { font: SERIF_FONT, fontSize: ASIDE.size, color: MUTED_COLOUR };

function sizeWithin(text: string, width: number): number | undefined {
  return ABOUT_SIZES.find((size) => measureTextWidth(text, { family: SERIF_FONT, size }) <= width);
}

const SERIF_ASCENT = 1.007;
const SANS_ASCENT = 1.024;
const FACT_SIZE = 10.5;

export type LabelledFact = { label: string; value: string; share?: number };

/** Lays out small labels above their values, side by side. Long values wrap below their own label. */
export function labelledFactsRow(
  facts: readonly LabelledFact[],
  width: number,
  marginTop: number,
  gap = COLUMN_GAP,
): MeasuredBlock {
  const shares = facts.reduce((sum, { share = 1 }) => sum + share, 0);
  const room = width - gap * (facts.length - 1);
  const columns = facts.map((fact) => ({ ...fact, width: (room * (fact.share ?? 1)) / shares }));
  const lines = Math.max(
    ...columns.map((column) => countTextLines(column.value, column.width, { size: FACT_SIZE })),
  );
  return {
    height: marginTop + (FONT_SIZES.label + lines * FACT_SIZE) * SANS_LINE_HEIGHT,
    content: {
      margin: [0, marginTop, 0, 0],
      columnGap: gap,
      columns: columns.map(({ label, value, width: own }) => ({
        width: own,
        stack: [
          { text: label, fontSize: FONT_SIZES.label, color: MUTED_COLOUR, noWrap: true },
          value === "" ? lineToWriteOn(own) : layOutText(value, own, { size: FACT_SIZE }).content,
        ],
      })),
    },
  };
}

/** Lays out a line to write on, for a value that is not known yet. */
function lineToWriteOn(width: number): Content {
  const y = FACT_SIZE * SANS_ASCENT + 2;
  return {
    canvas: [
      { type: "line", x1: 0, y1: y, x2: width, y2: y, lineWidth: RULE_WEIGHTS.row, lineColor: INK_COLOUR },
    ],
  };
}

const HEADING = { family: SERIF_FONT, size: FONT_SIZES.heading, bold: true };
const HEADING_MARGIN = 14;

export function sectionHeading(text: string, width: number): MeasuredBlock {
  const set = layOutText(text, width, HEADING, { font: SERIF_FONT, bold: true });
  return {
    height: HEADING_MARGIN + set.lines * FONT_SIZES.heading * SERIF_LINE_HEIGHT,
    content: { stack: [set.content], margin: [0, HEADING_MARGIN, 0, 0] },
  };
}

/** The text of a document without rows, as the specification words it. */
export const NO_DATA = "No Data Available";

export function noDataText(): ContentText {
  const margin: [number, number, number, number] = [0, 60, 0, 0];
  return {
    text: NO_DATA,
    font: SERIF_FONT,
    italics: true,
    fontSize: 15,
    color: MUTED_COLOUR,
    alignment: "center",
    margin,
  };
}
