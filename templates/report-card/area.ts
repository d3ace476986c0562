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
  type UnspacedTable,
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

type Tables = {
  marks: UnspacedTable;
  attendance: SideTable;
  /** Behaviour in one table beside the marks, or in two below them. */
  behaviour: readonly SideTable[];
};
type SideTable = { table: UnspacedTable; width: number };

/**
 * Returns a function that lays out marks, attendance and behaviour, with their keys. A card is tried with several
 * densities. Densities with the same text size share their tables.
 */
export function figuresArea(card: ReportCard): (density: CardDensity) => MeasuredBlock {
  const known = new Map<number, Tables>();
  return (density) => {
    const tables = known.get(density.table) ?? layOutTables(card, density.table);
    known.set(density.table, tables);
    return card.layout === "beside" ? besideArea(card, tables, density) : belowArea(card, tables, density);
  };
}

function layOutTables({ marks, attendance, behaviour, layout, order }: ReportCard, size: number): Tables {
  const isBeside = layout === "beside";
  const half = isBeside ? behaviour.length : Math.ceil(behaviour.length / 2);
  const widths = isBeside
    ? { attendance: BESIDE_MARKS_WIDTHS.side, behaviour: [BESIDE_MARKS_WIDTHS.side] }
    : BELOW_WIDTHS_BY_ORDER[order];
  return {
    marks: marksTable(marks, isBeside ? BESIDE_MARKS_WIDTHS.marks : CARD_PRINT_AREA.width, size, layout),
    attendance: {
      table: attendanceTable(attendance, widths.attendance, size),
      width: widths.attendance,
    },
    behaviour: widths.behaviour.map((width, index) => {
      const rated = index === 0 ? behaviour.slice(0, half) : behaviour.slice(half);
      return { table: behaviourTable(index === 0 ? "Behaviour" : "", rated, width, size), width };
    }),
  };
}

/** First spaces the rows of the marks, then the content beside them, so that both columns end at the same height. */
function besideArea(
  { marks, ratingKey, order }: ReportCard,
  { marks: marksTable, attendance, behaviour }: Tables,
  density: CardDensity,
): MeasuredBlock {
  const side = order === "attendance" ? [attendance, ...behaviour] : [...behaviour, attendance];
  const [top, bottom] = side.map(({ table }) => table.at(density.padding)) as [MeasuredBlock, MeasuredBlock];
  const right = top.height + density.gap + bottom.height;
  const left = spacedMarks(marksTable, right, density);
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

function spacedMarks(table: UnspacedTable, height: number, { padding }: CardDensity): MeasuredBlock {
  if (table.rows === 0) return noMarks();
  const share = (height - table.height(0)) / (2 * table.rows);
  return table.at(Math.min(MOST_PADDING, Math.max(padding, share)));
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

function belowArea(
  card: ReportCard,
  { marks: marksTable, attendance, behaviour }: Tables,
  density: CardDensity,
): MeasuredBlock {
  const marks = [...marksBlocks(card.marks, marksTable, density), lettersLine(card.marks, card.ratingKey)];
  const tables = card.order === "attendance" ? [attendance, ...behaviour] : [...behaviour, attendance];
  const side = tables.map(({ table, width }) => ({ block: table.at(density.padding), width }));
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

function marksBlocks(marks: CardMarks, table: UnspacedTable, density: CardDensity): MeasuredBlock[] {
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
