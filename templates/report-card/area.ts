import { measureTextWidth } from "../parts/fonts.ts";
import { abbreviationKeyLine } from "../parts/key.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  SANS_LINE_HEIGHT,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  FONT_SIZES,
} from "../parts/type.ts";
import { attendanceTable, behaviourTable, sideTableHeading } from "./side-tables.ts";
import { criteriaTable } from "./marks/criteria-table.ts";
import {
  BELOW_WIDTHS_BY_ORDER,
  BESIDE_MARKS_WIDTHS,
  CARD_COLUMN_GAP,
  CARD_PRINT_AREA,
  type CardDensity,
} from "./density.ts";
import { marksTable, NO_MARKS_TEXT } from "./marks/marks-table.ts";
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { MeasuredBlock } from "../parts/page.ts";
import type { CardMarks, LetterMeaning, ReportCard } from "./data.ts";

/** The maximum padding of rows. More would pull rows apart, so a short table may end above its neighbour. */
const MOST_PADDING = 4.4;
/** The maximum space between attendance and behaviour. */
const MOST_GAP = 60;
const NO_MARKS_SIZE = 11.5;

/** Lays out marks, attendance and behaviour, with their keys. */
export function layOutFiguresArea(card: ReportCard, density: CardDensity): MeasuredBlock {
  return card.layout === "beside" ? besideArea(card, density) : belowArea(card, density);
}

/** First spaces the rows of the marks, then the content beside them, so that both columns end at the same height. */
function besideArea(
  { marks, attendance, behaviour, ratingKey, order }: ReportCard,
  density: CardDensity,
): MeasuredBlock {
  const tables = [
    attendanceTable(attendance, BESIDE_MARKS_WIDTHS.side, density),
    behaviourTable("Behaviour", behaviour, BESIDE_MARKS_WIDTHS.side, density),
  ] as const;
  const [top, bottom] = order === "attendance" ? tables : ([tables[1], tables[0]] as const);
  const right = top.height + density.gap + bottom.height;
  const left = spacedMarks(marks, right, density);
  const gap = density.gap + Math.min(MOST_GAP, Math.max(0, left.height - right));
  const leftKey = abbreviationKeyLine(marks.key, notesOf(marks), BESIDE_MARKS_WIDTHS.marks);
  const rightKey = abbreviationKeyLine(ratingKey, [], BESIDE_MARKS_WIDTHS.side);
  return {
    height: Math.max(left.height + leftKey.height, top.height + gap + bottom.height + rightKey.height),
    content: {
      columnGap: CARD_COLUMN_GAP,
      columns: [
        { width: BESIDE_MARKS_WIDTHS.marks, stack: [left.content, leftKey.content] },
        {
          width: BESIDE_MARKS_WIDTHS.side,
          stack: [top.content, spaced(bottom.content, gap), rightKey.content],
        },
      ],
    },
  };
}

function spacedMarks(marks: CardMarks, height: number, { table, padding }: CardDensity): MeasuredBlock {
  const spaced = marksTable(marks, BESIDE_MARKS_WIDTHS.marks, table, "beside");
  if (spaced.rows === 0) return noMarks();
  const share = (height - spaced.height(0)) / (2 * spaced.rows);
  return spaced.at(Math.min(MOST_PADDING, Math.max(padding, share)));
}

function noMarks(): MeasuredBlock {
  const text: Content = {
    text: NO_MARKS_TEXT,
    font: SERIF_FONT,
    italics: true,
    fontSize: NO_MARKS_SIZE,
    color: MUTED_COLOUR,
  };
  return {
    height: (FONT_SIZES.heading + NO_MARKS_SIZE) * SERIF_LINE_HEIGHT,
    content: { stack: [sideTableHeading("Marks"), text] },
  };
}

function belowArea(card: ReportCard, density: CardDensity): MeasuredBlock {
  const { attendance, behaviour, ratingKey } = card;
  const marks = [...marksBlocks(card.marks, density), lettersLine(card.marks, ratingKey)];
  const half = Math.ceil(behaviour.length / 2);
  const widths = BELOW_WIDTHS_BY_ORDER[card.order];
  const ratings = [
    { title: "Behaviour", rated: behaviour.slice(0, half), width: widths.behaviour[0] },
    { title: "", rated: behaviour.slice(half), width: widths.behaviour[1] },
  ].map(({ title, rated, width }) => ({ block: behaviourTable(title, rated, width, density), width }));
  const days = { block: attendanceTable(attendance, widths.attendance, density), width: widths.attendance };
  const side = card.order === "attendance" ? [days, ...ratings] : [...ratings, days];
  return {
    height:
      marks.reduce((sum, block) => sum + block.height, 0) +
      density.gap +
      Math.max(...side.map(({ block }) => block.height)),
    content: [
      ...marks.map((block) => block.content),
      {
        margin: [0, density.gap, 0, 0],
        columnGap: CARD_COLUMN_GAP,
        columns: side.map(({ block, width }) => ({ width, stack: [block.content] })),
      },
    ],
  };
}

function marksBlocks(marks: CardMarks, density: CardDensity): MeasuredBlock[] {
  const table = marksTable(marks, CARD_PRINT_AREA.width, density.table, "below");
  const marked = table.rows === 0 ? [] : [table.at(density.padding)];
  const observed = marks.criteria.length === 0 ? [] : [criteriaTable(marks, CARD_PRINT_AREA.width, density)];
  const blocks = [
    ...marked,
    ...observed.map((block) => (marked.length === 0 ? block : below(block, density.gap))),
  ];
  return blocks.length === 0 ? [noMarks()] : blocks;
}

/** Lays out the keys: the key of the marks at the left, the key of the ratings at the right. */
function lettersLine(marks: CardMarks, ratingKey: readonly LetterMeaning[]): MeasuredBlock {
  const right = measureTextWidth(ratingKey.map(plainKey).join(BETWEEN_KEYS), {
    size: FONT_SIZES.key,
    bold: true,
  });
  const left = CARD_PRINT_AREA.width - right - CARD_COLUMN_GAP;
  const first = abbreviationKeyLine(marks.key, notesOf(marks), left);
  const height = KEY_MARGIN + FONT_SIZES.key * SANS_LINE_HEIGHT;
  const runs = ratingKey.flatMap(({ letter, meaning }, index): ContentText[] => [
    { text: `${index === 0 ? "" : BETWEEN_KEYS}${letter}\u00a0`, bold: true, color: INK_COLOUR },
    { text: meaning },
  ]);
  return {
    height: Math.max(first.height, height),
    content: {
      columnGap: CARD_COLUMN_GAP,
      columns: [
        { width: left, stack: [first.content] },
        {
          width: right,
          text: runs,
          fontSize: FONT_SIZES.key,
          color: MUTED_COLOUR,
          alignment: "right",
          margin: [0, KEY_MARGIN, 0, 0],
        },
      ],
    },
  };
}

const BETWEEN_KEYS = "   ";
const KEY_MARGIN = 6;

function plainKey({ letter, meaning }: LetterMeaning): string {
  return `${letter}\u00a0${meaning}`;
}

function notesOf({ note, criterionNote }: CardMarks): string[] {
  return [note, criterionNote].filter((item) => item !== null);
}

function below(block: MeasuredBlock, gap: number): MeasuredBlock {
  return { height: gap + block.height, content: spaced(block.content, gap) };
}

function spaced(content: Content, gap: number): Content {
  return { stack: [content], margin: [0, gap, 0, 0] };
}
