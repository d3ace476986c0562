import { contentOf, heightOf, type Block } from "../parts/block.ts";
import { titleLine } from "../parts/heading.ts";
import { letterhead } from "../parts/letterhead.ts";
import { figuresArea } from "./area.ts";
import { closingBand, signatureBlock } from "./closing.ts";
import { comment } from "./comments.ts";
import { fittedTo, type Density, type Fitted } from "./density.ts";
import { BELOW, BESIDE, BETWEEN, PAGE } from "./grid.ts";
import { studentHead } from "./student-head.ts";
import type { Content } from "pdfmake/interfaces.js";
import type { School } from "../parts/school.ts";
import type { ReportCard } from "./data.ts";

const EMPTY_LINES = { teacher: 3, principal: 2 };

type Setting = { card: ReportCard; density: Density; head: Block[]; blocks: Block[] };

export function cardContent({ head, blocks }: Setting): Content[] {
  return contentOf([...head, ...blocks]);
}

/**
 * Sets the cards of a document, each as roomily as fits one page; the setting that fitted one card is tried first for
 * the next.
 */
export function cardSettings(cards: readonly ReportCard[], school: School): Setting[] {
  let likely: number | undefined;
  return cards.map((card) => {
    const { set, place } = cardSetting(card, school, likely);
    likely = place;
    return set;
  });
}

function cardSetting(card: ReportCard, school: School, likely: number | undefined): Fitted<Setting> {
  const head = [letterhead(school, PAGE.width), titleLine(card.title, card.period, PAGE.width)];
  const room = PAGE.height - heightOf(head);
  return fittedTo(
    (density) => ({ card, density, head, blocks: cardBlocks(card, density) }),
    ({ density, blocks }) => heightOf(blocks) <= room - density.free,
    likely,
  );
}

function cardBlocks(card: ReportCard, density: Density): Block[] {
  const { gap } = density;
  const words = card.layout === "beside" ? besideWords(card, density) : belowWords(card, density);
  return [
    studentHead(card.student, PAGE.width, Math.min(12, gap)),
    spaced(figuresArea(card, density), gap),
    ...words.map((block) => spaced(block, gap)),
  ];
}

/** The teacher's comment takes the whole width; the principal's comment, the signature and the closing stay together. */
function besideWords(card: ReportCard, density: Density): Block[] {
  const { gap, comment: size } = density;
  const principal = comment(card.principalComment, BESIDE.marks, size, EMPTY_LINES.principal);
  const signature = signatureBlock(card.signature, BESIDE.side, density);
  const columns = {
    columnGap: BETWEEN,
    columns: [
      { width: BESIDE.marks, stack: [principal.content] },
      { width: BESIDE.side, stack: [signature.content] },
    ],
  };
  const height = Math.max(principal.height, signature.height);
  return [
    comment(card.teacherComment, PAGE.width, size, EMPTY_LINES.teacher),
    together([{ content: columns, height }, closingBand(card.closing, PAGE.width, density)], gap),
  ];
}

function belowWords(card: ReportCard, density: Density): Block[] {
  const { gap, comment: size } = density;
  const left = PAGE.width - BETWEEN - BELOW.third;
  const teacher = comment(card.teacherComment, left, size, EMPTY_LINES.teacher);
  const principal = comment(card.principalComment, BELOW.third, size, EMPTY_LINES.principal);
  const signature = signatureBlock(card.signature, BELOW.third, density);
  const columns = {
    columnGap: BETWEEN,
    columns: [
      { width: left, stack: [teacher.content] },
      { width: BELOW.third, stack: [principal.content, signature.content] },
    ],
  };
  const height = Math.max(teacher.height, principal.height + signature.height);
  return [together([{ content: columns, height }, closingBand(card.closing, PAGE.width, density)], gap)];
}

function together(blocks: readonly Block[], gap: number): Block {
  const shown = blocks
    .filter(({ height }) => height > 0)
    .map((block, index) => (index === 0 ? block : spaced(block, gap)));
  return { height: heightOf(shown), content: { stack: contentOf(shown), unbreakable: true } };
}

function spaced({ content, height }: Block, gap: number): Block {
  return { height: gap + height, content: { stack: [content], margin: [0, gap, 0, 0] } };
}
