import { existsSync } from "node:fs";
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
  type FittedCard,
  TIGHTEST_DENSITY,
  BELOW_MARKS_WIDTHS,
  BESIDE_MARKS_WIDTHS,
  CARD_COLUMN_GAP,
  CARD_PRINT_AREA,
  ROW_RULE_WEIGHT,
} from "./density.ts";
import { studentHead } from "./student-head.ts";
import type { Content, TDocumentDefinitions, ContentText } from "pdfmake/interfaces.js";
import { countTextLines, measureTextWidth } from "../parts/fonts.ts";
import type { School } from "../parts/school.ts";
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
import type { ReportCard, ReportCards, CardComment, CardClosing, CardSignature } from "./data.ts";
import { sideTableHeading } from "./side-tables.ts";
import { SLIP_FOOT_MARGIN, SLIP_GAP, layOutSlip } from "./slip.ts";

const EMPTY_LINES = { teacher: 3, principal: 2 };

type Setting = { card: ReportCard; density: CardDensity; head: MeasuredBlock[]; blocks: MeasuredBlock[] };

/**
 * Returns a function that chooses sizes and spaces for a card: the roomiest with which the card fits on one page. The
 * choice for one card is tried first for the next card.
 */
export function cardFitter(school: School): (card: ReportCard) => Setting {
  let likely: number | undefined;
  return (card) => {
    const { set, place } = cardSetting(card, school, likely);
    likely = place;
    return set;
  };
}

function cardSetting(card: ReportCard, school: School, likely: number | undefined): FittedCard<Setting> {
  const head = [
    letterhead(school, CARD_PRINT_AREA.width),
    titleLine(card.title, card.period, CARD_PRINT_AREA.width),
  ];
  const room = CARD_PRINT_AREA.height - sumBlockHeights(head);
  const figures = figuresArea(card);
  const set = (density: CardDensity): Setting => {
    const blocks = cardBlocks(card, figures(density), { density, room });
    return { card, density, head, blocks };
  };
  const fits = ({ density, blocks }: Setting) =>
    sumBlockHeights(blocks) <= room - (card.slip === null ? density.free : 0);
  const fitted = fitToDensity(set, fits, likely);
  if (fits(fitted.set)) return fitted;
  // The comments and signatures continue on a second page, so the first page has enough space.
  const fitsBegun = ({ blocks }: Setting) => sumBlockHeights(blocks.slice(0, -1)) <= room;
  return { ...fitToDensity(set, fitsBegun, 0), place: TIGHTEST_DENSITY };
}

type Place = { density: CardDensity; room: number };

function cardBlocks(card: ReportCard, figures: MeasuredBlock, { density, room }: Place): MeasuredBlock[] {
  const { gap } = density;
  const words = card.layout === "beside" ? besideWords(card, density) : belowWords(card, density);
  const above = [
    studentHead(card.student, CARD_PRINT_AREA.width, Math.min(12, gap)),
    spaced(figures, gap),
    ...words.slice(0, -1).map((block) => spaced(block, gap)),
  ];
  const last = words.slice(-1).map((block) => spaced(block, gap));
  if (card.slip === null) return [...above, ...last];
  const slip = layOutSlip(card.slip);
  const left = room - sumBlockHeights([...above, ...last, slip]) - SLIP_FOOT_MARGIN;
  // The slip is at the foot of a page, but never alone on a page.
  return [...above, together([...last, spaced(slip, Math.max(SLIP_GAP, left))], 0)];
}

/** The teacher's comment has the whole width. The principal's comment, the signature and the closing stay together. */
function besideWords(card: ReportCard, density: CardDensity): MeasuredBlock[] {
  const { gap, comment: size } = density;
  if (card.teacherSignature !== null) return besideTwoSignatures(card, card.teacherSignature, density);
  const principal = comment(card.principalComment, BESIDE_MARKS_WIDTHS.marks, size, EMPTY_LINES.principal);
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
    comment(card.teacherComment, CARD_PRINT_AREA.width, size, EMPTY_LINES.teacher),
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
  teacher: TeacherSignature,
  density: CardDensity,
): MeasuredBlock[] {
  const { gap, comment: size } = density;
  const half = (CARD_PRINT_AREA.width - CARD_COLUMN_GAP) / 2;
  const [left, right] = [teacherLine(teacher, half, density), signatureBlock(card.signature, half, density)];
  const signatures = {
    height: Math.max(left.height, right.height),
    content: {
      columnGap: CARD_COLUMN_GAP,
      columns: [left, right].map(({ content }) => ({ width: half, stack: [content] })),
    },
  };
  return [
    comment(card.teacherComment, CARD_PRINT_AREA.width, size, EMPTY_LINES.teacher),
    together(
      [
        together(
          [comment(card.principalComment, CARD_PRINT_AREA.width, size, EMPTY_LINES.principal), signatures],
          0,
        ),
        correctionNote(card),
        closingBand(card.closing, CARD_PRINT_AREA.width, density),
      ],
      gap,
    ),
  ];
}

type TeacherSignature = NonNullable<ReportCard["teacherSignature"]>;

/** Lays out an empty line for the teacher's signature, with the teacher's name below. */
function teacherLine({ name, role }: TeacherSignature, width: number, density: CardDensity): MeasuredBlock {
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

function belowWords(card: ReportCard, density: CardDensity): MeasuredBlock[] {
  const { gap, comment: size } = density;
  const left = CARD_PRINT_AREA.width - CARD_COLUMN_GAP - BELOW_MARKS_WIDTHS.third;
  const teacher = comment(card.teacherComment, left, size, EMPTY_LINES.teacher);
  const principal = comment(card.principalComment, BELOW_MARKS_WIDTHS.third, size, EMPTY_LINES.principal);
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

/** The distance by which a signature crosses the line below it. */
const OVER_LINE = 5;
const WRITTEN_NAME = 19;
const SIGNED = 9;
const STATE = 8.2;
const ABOVE_NAME = 2;

/**
 * Lays out the signature above its line, as a picture or as a name. Below the line are the printed name, the date and
 * any changes since then.
 */
function signatureBlock(signature: CardSignature, width: number, density: CardDensity): MeasuredBlock {
  const { name, role, state, changes } = signature;
  const named: ContentText[] = name === null ? [] : [{ text: name, bold: true }];
  const office: ContentText[] =
    role === null ? [] : [{ text: name === null ? role : `, ${role}`, color: MUTED_COLOUR }];
  const words = [state, ...changes].join(", ");
  const lines = countTextLines(`${name ?? ""}, ${role ?? ""}`, width, { size: SIGNED });
  const height =
    density.signature +
    ABOVE_NAME +
    (lines * SIGNED + countTextLines(words, width, { size: STATE }) * STATE) * SANS_LINE_HEIGHT +
    RULE_WEIGHTS.group;
  return {
    height,
    content: {
      stack: [
        ...overLine(signature, width, density.signature),
        rule(width, RULE_WEIGHTS.group),
        { text: [...named, ...office], fontSize: SIGNED, margin: [0, ABOVE_NAME, 0, 0] },
        { text: words, fontSize: STATE, color: MUTED_COLOUR, italics: name === null || changes.length > 0 },
      ],
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
const ASCENT = { serif: 1.007, sans: 1.024 };

/** Lays out the closing part between two lines: the decision about the next class, and the start of the next term. */
function closingBand(
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

function rule(width: number, lineWidth: number = RULE_WEIGHTS.frame): Content {
  return { canvas: [horizontalLine(width, 0, lineWidth)] };
}

function horizontalLine(width: number, y: number, lineWidth: number) {
  return { type: "line" as const, x1: 0, y1: y, x2: width, y2: y, lineWidth, lineColor: INK_COLOUR };
}

const CONTINUED = "Comments and signatures follow on a second page";

/** Lays out report cards in one file, which share fonts and pictures; each has its own page numbers. */
export function reportCardPdf(
  { school, title, printed, cards }: ReportCards,
  { onlyFirstPage }: { onlyFirstPage: boolean } = { onlyFirstPage: false },
): TDocumentDefinitions {
  const fit = cardFitter(school);
  const sectionOf = (card: ReportCard): DocumentSection => {
    if (!onlyFirstPage) return { foot: card.foot, content: () => contentOf(fit(card)) };
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
