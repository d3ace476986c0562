import { existsSync } from "node:fs";
import { measureTextWidth } from "../parts/fonts.ts";
import { labelledFactsRow } from "../parts/heading.ts";
import { layOutText } from "../parts/text.ts";
import { INK_COLOUR, RULE_WEIGHTS, SERIF_FONT, SERIF_LINE_HEIGHT, FONT_SIZES } from "../parts/type.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { MeasuredBlock } from "../parts/page.ts";
import type { CardStudent } from "./data.ts";

/** The sizes to try, so that the name stays on one line. A name too long for all of them is wrapped at the smallest. */
const NAME_SIZES = [23, 21, 19];
const FACTS_MARGIN = 7;
export const CARD_PICTURE_SIZE = { width: 60, height: 76 };
const BESIDE_PICTURE = 20;

/** Lays out the student's name and facts, with the picture at the right edge. */
export function studentHead(
  { name, facts, picture }: CardStudent,
  width: number,
  gap: number,
): MeasuredBlock {
  const hasPicture = picture !== null && existsSync(picture);
  const left = hasPicture ? width - CARD_PICTURE_SIZE.width - BESIDE_PICTURE : width;
  const size =
    NAME_SIZES.find((item) => measureTextWidth(name, { family: SERIF_FONT, size: item }) <= left) ?? 19;
  const { lines, content } = layOutText(
    name,
    left,
    { family: SERIF_FONT, size },
    { font: SERIF_FONT, color: INK_COLOUR },
  );
  const row = labelledFactsRow(fitFacts(facts, left), left, FACTS_MARGIN, FACT_GAP);
  const text: Content = [content, row.content];
  const height = lines * size * SERIF_LINE_HEIGHT + row.height;
  if (!hasPicture) return { content: { stack: text, margin: [0, gap, 0, 0] }, height: gap + height };
  const above = Math.max(0, (CARD_PICTURE_SIZE.height - height) / 2);
  return {
    height: gap + Math.max(CARD_PICTURE_SIZE.height, height),
    content: {
      margin: [0, gap, 0, 0],
      columnGap: BESIDE_PICTURE,
      columns: [
        { stack: text, width: left, margin: [0, above, 0, 0] },
        { stack: framed(picture), width: CARD_PICTURE_SIZE.width },
      ],
    },
  };
}

/** Makes each fact as wide as its text. If there is too little space, the widest facts are narrowed. */
function fitFacts(facts: CardStudent["facts"], width: number) {
  const widths = facts.map(({ label, value }) =>
    Math.max(
      LEAST_FACT,
      1 + measureTextWidth(label, { size: FONT_SIZES.label }),
      1 + measureTextWidth(value, { size: FACT }),
    ),
  );
  let room = width - FACT_GAP * (facts.length - 1);
  let most = Infinity;
  for (const [index, narrower] of widths.toSorted((one, other) => one - other).entries()) {
    const share = room / (facts.length - index);
    if (narrower > share) {
      most = share;
      break;
    }
    room -= narrower;
  }
  return facts.map((fact, index) => ({ ...fact, share: Math.min(most, widths[index] ?? LEAST_FACT) }));
}

const FACT = 10.5;
const LEAST_FACT = 40;
/** The least space between facts. */
const FACT_GAP = 8;

/** Lays out the picture in a frame. The frame is drawn after the picture, because the picture is opaque. */
function framed(picture: string): Content[] {
  const { width, height } = CARD_PICTURE_SIZE;
  const frame = {
    type: "rect" as const,
    x: 0,
    y: -height,
    w: width,
    h: height,
    lineWidth: RULE_WEIGHTS.group,
    lineColor: INK_COLOUR,
  };
  return [
    { image: picture, width, height },
    { canvas: [frame], relativePosition: { x: 0, y: 0 } },
  ];
}
