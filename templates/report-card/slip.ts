import { countTextLines, measureTextWidth } from "../parts/fonts.ts";
import { pageFrame, type MeasuredBlock } from "../parts/page.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  RULE_WEIGHTS,
  SANS_LINE_HEIGHT,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  FONT_SIZES,
} from "../parts/type.ts";
import { CARD_PRINT_AREA } from "./density.ts";
import { sideTableHeading } from "./side-tables.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { CardSlip } from "./data.ts";

const MARGIN = pageFrame("portrait").left;
const ASCENT = { serif: 1.007, sans: 1.024 };

/** The space between the slip and the text at the foot of the page. */
export const SLIP_FOOT_MARGIN = 2;
/** The minimum space above the line along which the slip is cut off. */
export const SLIP_GAP = 8;
const SLIP = { text: 9.5, instruction: 8.2, writing: 26, gap: 20, dash: 4, space: 3 };

/** Lays out the slip below a dashed line, which runs from edge to edge of the paper. */
export function layOutSlip({ title, instruction, before, name, after, lines }: CardSlip): MeasuredBlock {
  const sentence = `${before}${name}${after}`;
  const count = countTextLines(sentence, CARD_PRINT_AREA.width, { size: SLIP.text, bold: true });
  const width = CARD_PRINT_AREA.width - SLIP.gap * (lines.length - 1);
  const widths = [0.5, 0.3, 0.2].map((share) => share * width);
  const words =
    measureTextWidth(title, { family: SERIF_FONT, size: FONT_SIZES.heading, bold: true }) + SLIP.gap;
  const drop = ASCENT.serif * FONT_SIZES.heading - ASCENT.sans * SLIP.instruction;
  return {
    height:
      SLIP_GAP +
      FONT_SIZES.heading * SERIF_LINE_HEIGHT +
      count * SLIP.text * SANS_LINE_HEIGHT +
      SLIP.writing +
      FONT_SIZES.label * SANS_LINE_HEIGHT +
      2,
    content: {
      stack: [
        cutLine(),
        {
          margin: [0, SLIP_GAP, 0, 0],
          columnGap: 0,
          columns: [
            { stack: [sideTableHeading(title)], width: words },
            {
              text: instruction,
              fontSize: SLIP.instruction,
              color: MUTED_COLOUR,
              alignment: "right",
              noWrap: true,
              width: CARD_PRINT_AREA.width - words,
              margin: [0, drop, 0, 0],
            },
          ],
        },
        { text: [{ text: before }, { text: name, bold: true }, { text: after }], fontSize: SLIP.text },
        {
          margin: [0, SLIP.writing, 0, 0],
          columnGap: SLIP.gap,
          columns: lines.map((line, index) => ({
            width: widths[index] ?? 0,
            stack: [
              writingLine(widths[index] ?? 0),
              { text: line, fontSize: FONT_SIZES.label, color: MUTED_COLOUR, margin: [0, 2, 0, 0] },
            ],
          })),
        },
      ],
    },
  };
}

/** Draws a dashed line that also crosses the margins. */
function cutLine(): Content {
  const from = -MARGIN;
  const to = CARD_PRINT_AREA.width + MARGIN;
  const step = SLIP.dash + SLIP.space;
  return {
    canvas: Array.from({ length: Math.floor((to - from) / step) }, (_dash, index) => ({
      type: "line" as const,
      x1: from + index * step,
      y1: 0,
      x2: from + index * step + SLIP.dash,
      y2: 0,
      lineWidth: RULE_WEIGHTS.group,
      lineColor: INK_COLOUR,
    })),
  };
}

function writingLine(width: number): Content {
  const line = { type: "line" as const, x1: 0, y1: 0, x2: width, y2: 0 };
  return { canvas: [{ ...line, lineWidth: RULE_WEIGHTS.group, lineColor: INK_COLOUR }] };
}
