import {
  joinBlockContents,
  sumBlockHeights,
  type DocumentSection,
  type MeasuredBlock,
  buildSectionedDocument,
} from "../parts/page.ts";
import { titleLine } from "../parts/heading.ts";
import { abbreviationKeyLine } from "../parts/key.ts";
import { letterhead } from "../parts/letterhead.ts";
import { figuresArea } from "./area.ts";
import {
  fitToDensity,
  type CardDensity,
  BELOW_MARKS_WIDTHS,
  BESIDE_MARKS_WIDTHS,
  CARD_COLUMN_GAP,
  CARD_PRINT_AREA,
  ROW_RULE_WEIGHT,
} from "./density.ts";
import { studentHead } from "./student-head.ts";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { School } from "../parts/school.ts";
import { isPlainData, layOutText } from "../parts/text.ts";
import { INK_COLOUR, SERIF_FONT, SERIF_LINE_HEIGHT, FONT_SIZES } from "../parts/type.ts";
import type { ReportCard, ReportCards, CardComment } from "./data.ts";
import { sideTableHeading } from "./side-tables.ts";
import {
  closingBand,
  horizontalLine,
  layOutSlip,
  signatureBlock,
  SLIP_FOOT_MARGIN,
  SLIP_GAP,
  teacherLine,
} from "./closing.ts";

const EMPTY_LINES = { teacher: 3, principal: 2 };

type Setting = { card: ReportCard; density: CardDensity; head: MeasuredBlock[]; blocks: MeasuredBlock[] };

/** The densities of the last card on one page, and of the last card whose comments are on a second page. */
type Likely = { whole?: number; begun: number };

/**
 * Returns a function that chooses sizes and spaces for a card: the roomiest with which the card fits on one page. The
 * choice for one card is tried first for the next card.
 */
export function cardFitter(school: School): (card: ReportCard) => Setting {
  const likely: Likely = { begun: 0 };
  return (card) => fitCard(card, school, likely);
}

function fitCard(card: ReportCard, school: School, likely: Likely): Setting {
  const head = [
    letterhead(school, CARD_PRINT_AREA.width),
    titleLine(card.title, card.period, CARD_PRINT_AREA.width),
  ];
  const room = CARD_PRINT_AREA.height - sumBlockHeights(head);
  const parts: Parts = {
    student: remembered((gap) => studentHead(card.student, CARD_PRINT_AREA.width, gap)),
    figures: figuresArea(card),
    ...commentsOf(card),
    slip: card.slip && layOutSlip(card.slip),
  };
  const set = (density: CardDensity): Setting => {
    const blocks = cardBlocks(card, parts, { density, room });
    return { card, density, head, blocks };
  };
  const fits = ({ density, blocks }: Setting) =>
    sumBlockHeights(blocks) <= room - (card.slip === null ? density.free : 0);
  const whole = fitToDensity(set, fits, likely.whole);
  if (fits(whole.set)) {
    likely.whole = whole.place;
    return whole.set;
  }
  // The comments and signatures continue on a second page, so the first page has enough space.
  const begun = fitToDensity(
    set,
    ({ blocks }: Setting) => sumBlockHeights(blocks.slice(0, -1)) <= room,
    likely.begun,
  );
  likely.begun = begun.place;
  return begun.set;
}

type Parts = {
  student: (gap: number) => MeasuredBlock;
  figures: (density: CardDensity) => MeasuredBlock;
  /** The comments by text size. */
  teacher: (size: number) => MeasuredBlock;
  principal: (size: number) => MeasuredBlock;
  slip: MeasuredBlock | null;
};

/** Lays out a part once for each size, because a card is tried with several densities and many share their sizes. */
function remembered(layOut: (size: number) => MeasuredBlock): (size: number) => MeasuredBlock {
  const known = new Map<number, MeasuredBlock>();
  return (size) => {
    const block = known.get(size) ?? layOut(size);
    known.set(size, block);
    return block;
  };
}

function commentsOf({
  layout,
  teacherComment,
  principalComment,
  teacherSignature,
}: ReportCard): Pick<Parts, "teacher" | "principal"> {
  const whole = CARD_PRINT_AREA.width;
  const beside = teacherSignature === null ? BESIDE_MARKS_WIDTHS.marks : whole;
  const widths =
    layout === "beside"
      ? { teacher: whole, principal: beside }
      : { teacher: BESIDE_THIRD, principal: BELOW_MARKS_WIDTHS.third };
  return {
    teacher: remembered((size) => comment(teacherComment, widths.teacher, size, EMPTY_LINES.teacher)),
    principal: remembered((size) => comment(principalComment, widths.principal, size, EMPTY_LINES.principal)),
  };
}

const BESIDE_THIRD = CARD_PRINT_AREA.width - CARD_COLUMN_GAP - BELOW_MARKS_WIDTHS.third;

type Place = { density: CardDensity; room: number };

function cardBlocks(card: ReportCard, parts: Parts, { density, room }: Place): MeasuredBlock[] {
  const { gap } = density;
  const { slip } = parts;
  const words =
    card.layout === "beside" ? besideWords(card, parts, density) : belowWords(card, parts, density);
  const above = [
    parts.student(Math.min(12, gap)),
    spaced(parts.figures(density), gap),
    ...words.slice(0, -1).map((block) => spaced(block, gap)),
  ];
  const last = words.slice(-1).map((block) => spaced(block, gap));
  if (slip === null) return [...above, ...last];
  const foot = sumBlockHeights([...last, slip]) + SLIP_FOOT_MARGIN;
  const left = room - sumBlockHeights(above) - foot;
  // The slip is at the foot of a page, but never alone on a page.
  const isOnePage = left >= SLIP_GAP - SLIP_FOOT_MARGIN;
  const space = Math.max(SLIP_GAP, isOnePage ? left : CARD_PRINT_AREA.height - foot);
  return [...above, together([...last, spaced(slip, space)], 0)];
}

/** The teacher's comment has the whole width. The principal's comment, the signature and the closing stay together. */
function besideWords(card: ReportCard, parts: Parts, density: CardDensity): MeasuredBlock[] {
  const { gap, comment: size } = density;
  if (card.teacherSignature !== null)
    return besideTwoSignatures(card, parts, { density, teacher: card.teacherSignature });
  const principal = parts.principal(size);
  const signature = signatureBlock(card.signature, BESIDE_MARKS_WIDTHS.side, density);
  const columns = {
    columnGap: CARD_COLUMN_GAP,
    columns: [
      { width: BESIDE_MARKS_WIDTHS.marks, stack: [principal.content] },
      { width: BESIDE_MARKS_WIDTHS.side, stack: [signature.content] },
    ],
  };
  const height = Math.max(principal.height, signature.height);
  return [
    parts.teacher(size),
    together(
      [
        { content: columns, height },
        correctionNote(card),
        closingBand(card.closing, CARD_PRINT_AREA.width, density),
      ],
      gap,
    ),
  ];
}

/** Both comments have the whole width. The two signatures are on one line below. */
function besideTwoSignatures(
  card: ReportCard,
  parts: Parts,
  { density, teacher }: { density: CardDensity; teacher: NonNullable<ReportCard["teacherSignature"]> },
): MeasuredBlock[] {
  const { gap, comment: size } = density;
  const half = (CARD_PRINT_AREA.width - CARD_COLUMN_GAP) / 2;
  const [left, right] = [
    teacherLine(teacher, half, density),
    signatureBlock(card.signature, half, density),
  ] as const;
  const signatures = {
    height: Math.max(left.height, right.height),
    content: {
      columnGap: CARD_COLUMN_GAP,
      columns: [left, right].map(({ content }) => ({ width: half, stack: [content] })),
    },
  };
  return [
    parts.teacher(size),
    together(
      [
        together([parts.principal(size), signatures], 0),
        correctionNote(card),
        closingBand(card.closing, CARD_PRINT_AREA.width, density),
      ],
      gap,
    ),
  ];
}

function belowWords(card: ReportCard, parts: Parts, density: CardDensity): MeasuredBlock[] {
  const { gap, comment: size } = density;
  const left = BESIDE_THIRD;
  const [teacher, principal] = [parts.teacher(size), parts.principal(size)];
  const signature = signatureBlock(card.signature, BELOW_MARKS_WIDTHS.third, density);
  const line = card.teacherSignature === null ? null : teacherLine(card.teacherSignature, left, density);
  const longer = Math.max(teacher.height, principal.height);
  const height =
    line === null
      ? Math.max(teacher.height, principal.height + signature.height)
      : longer + Math.max(line.height, signature.height);
  const columns = {
    columnGap: CARD_COLUMN_GAP,
    columns: [
      {
        width: left,
        stack:
          line === null
            ? [teacher.content]
            : [teacher.content, lowered(line.content, longer - teacher.height)],
      },
      {
        width: BELOW_MARKS_WIDTHS.third,
        stack: [principal.content, lowered(signature.content, line === null ? 0 : longer - principal.height)],
      },
    ],
  };
  return [
    together(
      [
        { content: columns, height },
        correctionNote(card),
        closingBand(card.closing, CARD_PRINT_AREA.width, density),
      ],
      gap,
    ),
  ];
}

/** Lays out the sentence below the signature that says that the report was corrected after its term. */
function correctionNote({ correction }: ReportCard): MeasuredBlock {
  return abbreviationKeyLine([], correction === null ? [] : [correction], CARD_PRINT_AREA.width);
}

function together(blocks: readonly MeasuredBlock[], gap: number): MeasuredBlock {
  const shown = blocks
    .filter(({ height }) => height > 0)
    .map((block, index) => (index === 0 ? block : spaced(block, gap)));
  return { height: sumBlockHeights(shown), content: { stack: joinBlockContents(shown), unbreakable: true } };
}

function lowered(content: Content, by: number): Content {
  return by === 0 ? content : { stack: [content], margin: [0, by, 0, 0] };
}

function spaced({ content, height }: MeasuredBlock, gap: number): MeasuredBlock {
  return { height: gap + height, content: { stack: [content], margin: [0, gap, 0, 0] } };
}

/** The distance between two lines for writing by hand. */
const WRITTEN_LINE = 18;

/** Lays out a comment with its heading. Without a comment, there are lines for writing by hand. */
function comment(
  { title, text }: CardComment,
  width: number,
  size: number,
  emptyLines: number,
): MeasuredBlock {
  const head = FONT_SIZES.heading * SERIF_LINE_HEIGHT;
  if (text === "") {
    return {
      height: head + emptyLines * WRITTEN_LINE,
      content: { stack: [sideTableHeading(title), linesToWriteOn(width, emptyLines)] },
    };
  }
  const style = { family: SERIF_FONT, size };
  const { lines, content } = layOutText(text, width, style, { font: SERIF_FONT, color: INK_COLOUR });
  return {
    height: head + lines * size * SERIF_LINE_HEIGHT,
    content: { stack: [sideTableHeading(title), content] },
  };
}

function linesToWriteOn(width: number, count: number): Content {
  const line = (index: number) => horizontalLine(width, (index + 1) * WRITTEN_LINE, ROW_RULE_WEIGHT);
  return { canvas: Array.from({ length: count }, (_each, index) => line(index)) };
}

const CONTINUED = "Comments and signatures follow on a second page";

/** Lays out report cards in one file, which share fonts and pictures; each has its own page numbers. */
export function reportCardPdf(
  { school, title, printed, cards }: ReportCards,
  { onlyFirstPage }: { onlyFirstPage: boolean } = { onlyFirstPage: false },
): TDocumentDefinitions {
  const fit = cardFitter(school);
  const sectionOf = (card: ReportCard): DocumentSection => {
    if (!onlyFirstPage)
      return { foot: card.foot, isPlain: isPlainData([school, card]), content: () => contentOf(fit(card)) };
    const { head, blocks } = fit(card);
    return sumBlockHeights([...head, ...blocks]) > CARD_PRINT_AREA.height
      ? { foot: [CONTINUED], content: contentOf({ head, blocks: blocks.slice(0, -1) }) }
      : { foot: card.foot, content: contentOf({ head, blocks }) };
  };
  return buildSectionedDocument({
    orientation: "portrait",
    title,
    printed,
    author: school.name,
    sections: cards.map(sectionOf),
  });
}

function contentOf({ head, blocks }: Pick<Setting, "head" | "blocks">): Content[] {
  return joinBlockContents([...head, ...blocks]);
}
