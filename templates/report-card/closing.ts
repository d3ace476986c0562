import { existsSync } from "node:fs";
import { countTextLines, measureTextWidth } from "../parts/fonts.ts";
import { pageFrame, type MeasuredBlock } from "../parts/page.ts";
import { layOutText } from "../parts/text.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  RULE_WEIGHTS,
  SANS_LINE_HEIGHT,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  FONT_SIZES,
} from "../parts/type.ts";
import { CARD_PRINT_AREA, type CardDensity } from "./density.ts";
import { sideTableHeading } from "./side-tables.ts";
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { CardClosing, CardSignature, CardSlip, ReportCard } from "./data.ts";

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
  const asked = layOutText(
    instruction,
    CARD_PRINT_AREA.width - words,
    { size: SLIP.instruction },
    { color: MUTED_COLOUR, alignment: "right" },
  );
  return {
    height:
      SLIP_GAP +
      Math.max(
        FONT_SIZES.heading * SERIF_LINE_HEIGHT,
        drop + asked.lines * SLIP.instruction * SANS_LINE_HEIGHT,
      ) +
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
            { stack: [asked.content], width: CARD_PRINT_AREA.width - words, margin: [0, drop, 0, 0] },
          ],
        },
        {
          text: [{ text: before }, { text: name, bold: true }, { text: after }],
          fontSize: SLIP.text,
          noWrap: count === 1,
        },
        {
          margin: [0, SLIP.writing, 0, 0],
          columnGap: SLIP.gap,
          columns: lines.map((line, index) => ({
            width: widths[index] ?? 0,
            stack: [
              rule(widths[index] ?? 0, RULE_WEIGHTS.group),
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

type TeacherSignature = NonNullable<ReportCard["teacherSignature"]>;

/** Lays out an empty line for the teacher's signature, with the teacher's name below. */
export function teacherLine(
  { name, role }: TeacherSignature,
  width: number,
  density: CardDensity,
): MeasuredBlock {
  const words: ContentText[] = name === null ? [] : [{ text: name, bold: true }];
  const lines = countTextLines(`${name ?? ""}, ${role}`, width, { size: SIGNED });
  return {
    height: density.signature + ABOVE_NAME + lines * SIGNED * SANS_LINE_HEIGHT + RULE_WEIGHTS.group,
    content: {
      stack: [
        { text: "", margin: [0, density.signature, 0, 0], fontSize: 0.1 },
        rule(width, RULE_WEIGHTS.group),
        {
          text: [...words, { text: name === null ? `The ${role}` : `, ${role}`, color: MUTED_COLOUR }],
          fontSize: SIGNED,
          margin: [0, ABOVE_NAME, 0, 0],
        },
      ],
    },
  };
}

/** How far a signature crosses the line below it. */
const OVER_LINE = 5;
const WRITTEN_NAME = 19;
const SIGNED = 9;
const STATE = 8.2;
const ABOVE_NAME = 2;
const BEFORE_STATE = 6;

/**
 * Lays out the signature above its line, as a picture or as a name. Below the line are the printed name, and beside or
 * below it the date and any changes since then.
 */
export function signatureBlock(signature: CardSignature, width: number, density: CardDensity): MeasuredBlock {
  const { name, role, state, changes } = signature;
  const named: ContentText[] = name === null ? [] : [{ text: name, bold: true }];
  const office: ContentText[] =
    role === null ? [] : [{ text: name === null ? role : `, ${role}`, color: MUTED_COLOUR }];
  const words = [state, ...changes].join(", ");
  const italics = name === null || changes.length > 0;
  const signer = { text: [...named, ...office], fontSize: SIGNED };
  const said = { text: words, fontSize: STATE, color: MUTED_COLOUR, italics };
  const whole = `${name ?? ""}, ${role ?? ""}`;
  const left = measureTextWidth(whole, { size: SIGNED, bold: true }) + BEFORE_STATE;
  const isBeside = left + measureTextWidth(words, { size: STATE, italics }) <= width;
  const under: Content[] = isBeside
    ? [
        {
          margin: [0, ABOVE_NAME, 0, 0],
          columnGap: 0,
          columns: [
            { ...signer, width: left },
            {
              ...said,
              width: width - left,
              alignment: "right",
              margin: [0, ASCENT.sans * (SIGNED - STATE), 0, 0],
            },
          ],
        },
      ]
    : [{ ...signer, margin: [0, ABOVE_NAME, 0, 0] }, said];
  const below = isBeside ? 0 : countTextLines(words, width, { size: STATE }) * STATE;
  const lines = isBeside ? 1 : countTextLines(whole, width, { size: SIGNED });
  return {
    height: density.signature + ABOVE_NAME + (lines * SIGNED + below) * SANS_LINE_HEIGHT + RULE_WEIGHTS.group,
    content: {
      stack: [...overLine(signature, width, density.signature), rule(width, RULE_WEIGHTS.group), ...under],
    },
  };
}

function overLine({ picture, name }: CardSignature, width: number, height: number): Content[] {
  if (picture !== null && existsSync(picture)) {
    const box: [number, number] = [width, height + OVER_LINE];
    return [{ image: picture, fit: box, margin: [0, 0, 0, -OVER_LINE] }];
  }
  if (name === null) return [{ text: "", margin: [0, height, 0, 0], fontSize: 0.1 }];
  const size = Math.min(WRITTEN_NAME, (WRITTEN_NAME * width) / measureTextWidth(name, written(WRITTEN_NAME)));
  const above = height - size * SERIF_LINE_HEIGHT;
  return [
    { text: name, font: SERIF_FONT, italics: true, fontSize: size, noWrap: true, margin: [0, above, 0, 0] },
  ];
}

function written(size: number) {
  return { family: SERIF_FONT, size, italics: true };
}

const BETWEEN_DAYS = "     ";
const BAND = { decision: 14.5, next: 10.5, gap: 16 };

/** Lays out the closing part between two lines: the decision about the next class, and the start of the next term. */
export function closingBand(
  { decision, next, issued }: CardClosing,
  width: number,
  density: CardDensity,
): MeasuredBlock {
  const days = [issued, next].filter((day) => day !== null);
  if (decision === null && days.length === 0) return { content: [], height: 0 };
  const words = days.map(({ label, value }) => `${label}  ${value}`).join(BETWEEN_DAYS);
  const right = days.length === 0 ? 0 : measureTextWidth(words, { size: BAND.next }) + 1;
  const left = width - right - (right > 0 ? BAND.gap : 0);
  const style = { family: SERIF_FONT, size: BAND.decision, bold: true };
  const { lines, content: decided } = layOutText(decision ?? " ", left, style, {
    font: SERIF_FONT,
    bold: true,
  });
  const drop = ASCENT.serif * BAND.decision - ASCENT.sans * BAND.next;
  const date = days.flatMap(({ label, value }, index): ContentText[] => [
    { text: `${index === 0 ? "" : BETWEEN_DAYS}${label}  `, color: MUTED_COLOUR },
    { text: value, color: INK_COLOUR },
  ]);
  return {
    height: 2 * RULE_WEIGHTS.frame + 2 * density.band + lines * BAND.decision * SERIF_LINE_HEIGHT,
    content: {
      stack: [
        rule(width),
        {
          margin: [0, density.band, 0, density.band],
          columnGap: right > 0 ? BAND.gap : 0,
          columns: [
            { stack: [decided], width: left },
            { text: date, fontSize: BAND.next, width: right, alignment: "right", margin: [0, drop, 0, 0] },
          ],
        },
        rule(width),
      ],
    },
  };
}

function rule(width: number, lineWidth: number = RULE_WEIGHTS.frame): Content {
  return { canvas: [horizontalLine(width, 0, lineWidth)] };
}

export function horizontalLine(width: number, y: number, lineWidth: number) {
  return { type: "line" as const, x1: 0, y1: y, x2: width, y2: y, lineWidth, lineColor: INK_COLOUR };
}
