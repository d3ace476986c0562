import { countTextLines, measureTextWidth } from "../parts/fonts.ts";
import { pageFrame, type Block } from "../parts/page.ts";
import { INK, MUTED, RULE, SANS_LINE, SERIF, SERIF_LINE, SIZE } from "../parts/type.ts";
import { PAGE } from "./density.ts";
import { sideTableHeading } from "./side-tables.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { CardSlip } from "./data.ts";

const MARGIN = pageFrame("portrait").left;
const ASCENT = { serif: 1.007, sans: 1.024 };

/** Keeps the slip away from the line of the foot. */
export const FOOT_ROOM = 2;
/** The minimum space above the line along which the slip is cut off. */
export const SLIP_GAP = 8;
const SLIP = { text: 9.5, instruction: 8.2, writing: 26, gap: 20, dash: 4, space: 3 };

/** Lays out the slip below a dashed line, which runs from edge to edge of the paper. */
export function slipBlock({ title, instruction, before, name, after, lines }: CardSlip): Block {
  const sentence = `${before}${name}${after}`;
  const count = countTextLines(sentence, PAGE.width, { size: SLIP.text, bold: true });
  const width = PAGE.width - SLIP.gap * (lines.length - 1);
  const widths = [0.5, 0.3, 0.2].map((share) => share * width);
  const words = measureTextWidth(title, { family: SERIF, size: SIZE.heading, bold: true }) + SLIP.gap;
  const drop = ASCENT.serif * SIZE.heading - ASCENT.sans * SLIP.instruction;
  return {
    height:
      SLIP_GAP +
      SIZE.heading * SERIF_LINE +
      count * SLIP.text * SANS_LINE +
      SLIP.writing +
      SIZE.label * SANS_LINE +
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
              color: MUTED,
              alignment: "right",
              noWrap: true,
              width: PAGE.width - words,
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
              { text: line, fontSize: SIZE.label, color: MUTED, margin: [0, 2, 0, 0] },
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
  const to = PAGE.width + MARGIN;
  const step = SLIP.dash + SLIP.space;
  return {
    canvas: Array.from({ length: Math.floor((to - from) / step) }, (_dash, index) => ({
      type: "line" as const,
      x1: from + index * step,
      y1: 0,
      x2: from + index * step + SLIP.dash,
      y2: 0,
      lineWidth: RULE.group,
      lineColor: INK,
    })),
  };
}

function writingLine(width: number): Content {
  const line = { type: "line" as const, x1: 0, y1: 0, x2: width, y2: 0 };
  return { canvas: [{ ...line, lineWidth: RULE.group, lineColor: INK }] };
}
