import { existsSync } from "node:fs";
import type { Content, ContentText, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { measureTextWidth } from "../parts/fonts.ts";
import { framedPicture } from "../parts/framed-picture.ts";
import { blankPaper } from "../parts/page.ts";
import type { PrintTime, School } from "../parts/school.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  RULE_WEIGHTS,
  SANS_SERIF_FONT,
  SCHOOL_RED,
  SERIF_FONT,
} from "../parts/type.ts";

/** Identity cards of students, ten on a sheet, in the size of a bank card. */
export type IdCards = {
  school: School;
  title: string;
  printed: PrintTime;
  foot: readonly string[];
  cards: readonly IdCard[];
};

/** `year` is the year for which the card is valid. `picture` is the path of an opaque JPEG; null without a picture. */
export type IdCard = {
  name: string;
  className: string;
  studentId: string;
  house: string | null;
  year: string;
  picture: string | null;
};

type Place = { x: number; y: number };

const PAPER = { width: 595.28, height: 841.89 };
const [ACROSS, DOWN] = [2, 5];
/** The size of a card in points: 85.6 by 54 mm. */
const CARD = { width: 242.64, height: 153.07 };
const LEFT = (PAPER.width - ACROSS * CARD.width) / 2;
const TOP = 30;
const FOOT = 40;
const INSET = 11;
const PICTURE = { width: 66, height: 83.6 };
const TEXT_AT = INSET + PICTURE.width + 12;
const TEXT_WIDTH = CARD.width - TEXT_AT - INSET;
const NAME_SIZES = [13, 12, 11, 10, 9, 8];
const SCHOOL_SIZES = [11.5, 10.5, 9.5, 8.5, 7.5];

export function idCardsPdf(data: IdCards): TDocumentDefinitions {
  const count = Math.max(1, Math.ceil(data.cards.length / (ACROSS * DOWN)));
  return {
    ...blankPaper({
      orientation: "portrait",
      title: data.title,
      printed: data.printed,
      author: data.school.name,
    }),
    pageMargins: [0, 0, 0, FOOT],
    defaultStyle: { font: SANS_SERIF_FONT, fontSize: 8.4, color: INK_COLOUR },
    content: Array.from({ length: count }, (_sheet, sheet) => sheetOf(data, sheet)),
    footer: (current: number, all: number) => ({
      margin: [LEFT, 12, LEFT, 0],
      fontSize: 7,
      color: MUTED_COLOUR,
      columns: [
        { text: data.foot.join(" · ") },
        { text: `Page ${current} of ${all}`, alignment: "right", width: 60 },
      ],
    }),
  } as TDocumentDefinitions;
}

function sheetOf(data: IdCards, sheet: number): Content {
  const onSheet = data.cards.slice(sheet * ACROSS * DOWN, (sheet + 1) * ACROSS * DOWN);
  return {
    ...(sheet > 0 && { pageBreak: "before" as const }),
    stack: [
      { text: "", fontSize: 1 },
      ...onSheet.flatMap((card, index) =>
        cardAt(card, data.school, {
          x: LEFT + (index % ACROSS) * CARD.width,
          y: TOP + Math.floor(index / ACROSS) * CARD.height,
        }),
      ),
    ],
  };
}

function cardAt(card: IdCard, { name, address }: School, { x, y }: Place): Content[] {
  const { picture } = card;
  const width = CARD.width - 2 * INSET;
  const schoolSize = fitting(name, SCHOOL_SIZES, width, { family: SERIF_FONT, bold: true });
  const frame = {
    type: "rect" as const,
    x: 0,
    y: 0,
    w: CARD.width,
    h: CARD.height,
    lineWidth: RULE_WEIGHTS.row,
    lineColor: INK_COLOUR,
  };
  const pictureAt = { x: x + INSET, y: y + 36 };
  return [
    { canvas: [frame], absolutePosition: { x, y } },
    textAt({ text: name, font: SERIF_FONT, bold: true, fontSize: schoolSize }, { x: x + INSET, y: y + 9 }),
    lineAt({ x: x + INSET, y: y + 28 }, width, 1.1, SCHOOL_RED),
    picture !== null && existsSync(picture)
      ? { stack: framedPicture(picture, PICTURE), absolutePosition: pictureAt }
      : {
          canvas: [{ ...frame, w: PICTURE.width, h: PICTURE.height }],
          absolutePosition: pictureAt,
        },
    ...nameAt(card.name, { x: x + TEXT_AT, y: y + 35 }),
    ...factsAt(card, { x: x + TEXT_AT, y }),
    textAt(
      { text: `Valid for ${card.year}`, fontSize: 7.4, color: MUTED_COLOUR },
      { x: x + INSET, y: y + 123 },
    ),
    textAt(
      {
        text: `If found, please return to the school${address === null ? "" : `: ${address}`}`,
        fontSize: fitting(
          `If found, please return to the school: ${address ?? ""}`,
          [6.6, 6, 5.4, 4.8],
          width,
          {},
        ),
        color: MUTED_COLOUR,
      },
      { x: x + INSET, y: y + 136 },
    ),
  ];
}

function factsAt(card: IdCard, { x, y }: Place): Content[] {
  const facts = [
    { label: "Class", value: card.className },
    { label: "Student ID", value: card.studentId },
    ...(card.house === null ? [] : [{ label: "House", value: card.house }]),
  ];
  return facts.flatMap(({ label, value }, index): Content[] => [
    textAt({ text: label, color: MUTED_COLOUR, fontSize: 7.4 }, { x: x, y: y + 72 + index * 15.5 }),
    textAt(
      {
        text: value,
        bold: true,
        fontSize: fitting(value, [9.4, 8.4, 7.4], TEXT_WIDTH - 46, { bold: true }),
      },
      { x: x + 46, y: y + 70.5 + index * 15.5 },
    ),
  ]);
}

/** Prints the name on one line, or on two lines in the size in which the longer line fits. */
function nameAt(name: string, { x, y }: Place): Content[] {
  const style = { family: SERIF_FONT, bold: true };
  const size = NAME_SIZES.find((item) => measureTextWidth(name, { ...style, size: item }) <= TEXT_WIDTH);
  const look = { font: SERIF_FONT, bold: true };
  if (size !== undefined && size >= 11) return [textAt({ text: name, ...look, fontSize: size }, { x, y })];
  const words = name.split(" ");
  const first = words.slice(0, Math.ceil(words.length / 2)).join(" ");
  const second = words.slice(Math.ceil(words.length / 2)).join(" ");
  const longer =
    measureTextWidth(first, { ...style, size: 10 }) > measureTextWidth(second, { ...style, size: 10 })
      ? first
      : second;
  const fontSize = fitting(longer, [11.5, 10.5, 9.5, 8.5, 7.5, 6.5, 5.5], TEXT_WIDTH, style);
  return [first, second].map((text, index) =>
    textAt({ text, ...look, fontSize }, { x, y: y + index * (fontSize + 2.5) }),
  );
}

function fitting(
  text: string,
  sizes: readonly number[],
  width: number,
  style: { family?: string; bold?: boolean },
): number {
  return sizes.find((size) => measureTextWidth(text, { ...style, size }) <= width) ?? sizes.at(-1) ?? 6;
}

function textAt(text: ContentText, at: Place): Content {
  return { ...text, noWrap: true, absolutePosition: at };
}

function lineAt(at: Place, width: number, lineWidth: number, lineColor: string): Content {
  return {
    canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor }],
    absolutePosition: at,
  };
}
