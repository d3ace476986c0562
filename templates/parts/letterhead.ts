import { existsSync } from "node:fs";
import { countTextLines } from "./fonts.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  RULE_WEIGHTS,
  SANS_LINE_HEIGHT,
  SCHOOL_RED,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  FONT_SIZES,
} from "./type.ts";
import type { Column, Content, ContentText } from "pdfmake/interfaces.js";
import type { MeasuredBlock } from "./page.ts";
import type { School } from "./school.ts";

const LOGO = { full: 54, compact: 36 };
const GAP = { full: 14, compact: 12 };
const ABOVE_LINE = 8;
const ABOVE_ADDRESS = 1;
const COMPACT = { school: 15, title: 11.5, about: 13.5, period: 11 };
const RIGHT_WIDTH = 300;
/** The sizes of the school's name. The smaller size is used if the name would need more than two lines. */
const SCHOOL_SIZES = [FONT_SIZES.school, 17] as const;

/**
 * Lays out the logo, name, motto and address above a line in the school's red, for documents that a family or an office
 * files.
 */
export function letterhead(school: School, width: number): MeasuredBlock {
  const size = { box: LOGO.full, gap: GAP.full, width };
  const room = textWidth(school, size);
  const nameSize = SCHOOL_SIZES.find((item) => nameLines(school, item, room) <= 2) ?? SCHOOL_SIZES[1];
  const { content } = besideLogo(school, [stack(fullLines(school, nameSize))], size);
  return overAccent({ content, height: fullHeight(school, nameSize, room) }, width);
}

type Compact = { school: School; title: string; about: string; period: string; width: number };

/** Lays out a letterhead of one line for a landscape list: name and title at the left, the subject at the right. */
export function compactLetterhead({ school, title, about, period, width }: Compact): MeasuredBlock {
  const left: ContentText[] = [
    { text: school.name, font: SERIF_FONT, bold: true, fontSize: COMPACT.school, color: INK_COLOUR },
    { text: title, font: SERIF_FONT, italics: true, fontSize: COMPACT.title, color: SCHOOL_RED },
  ];
  const right: ContentText[] = [
    { text: about, font: SERIF_FONT, fontSize: COMPACT.about, alignment: "right" },
    { text: period, font: SERIF_FONT, fontSize: COMPACT.period, alignment: "right" },
  ];
  const size = { box: LOGO.compact, gap: GAP.compact, width };
  const columns: Column[] = [stack(left), { ...stack(right), width: RIGHT_WIDTH }];
  const leftWidth = textWidth(school, size) - RIGHT_WIDTH - size.gap;
  const leftLines = nameLines(school, COMPACT.school, leftWidth);
  const rightLines = countTextLines(about, RIGHT_WIDTH, { family: SERIF_FONT, size: COMPACT.about });
  const height = Math.max(
    size.box,
    (leftLines * COMPACT.school + COMPACT.title) * SERIF_LINE_HEIGHT,
    (rightLines * COMPACT.about + COMPACT.period) * SERIF_LINE_HEIGHT,
  );
  return overAccent({ ...besideLogo(school, columns, size), height }, width);
}

type Size = { box: number; gap: number; width: number };

function besideLogo(school: School, columns: Column[], { box, gap }: Size): { content: Content } {
  const logo: Column[] = hasLogo(school) ? [{ image: school.logo, fit: [box, box], width: box }] : [];
  return { content: { columns: [...logo, ...columns], columnGap: gap } };
}

function overAccent(block: MeasuredBlock, width: number): MeasuredBlock {
  const line = {
    type: "line" as const,
    x1: 0,
    y1: 0,
    x2: width,
    y2: 0,
    lineWidth: RULE_WEIGHTS.accent,
    lineColor: SCHOOL_RED,
  };
  return {
    content: { stack: [block.content, { canvas: [line], margin: [0, ABOVE_LINE, 0, 0] }] },
    height: block.height + ABOVE_LINE + RULE_WEIGHTS.accent,
  };
}

function nameLines({ name }: School, size: number, room: number): number {
  return countTextLines(name, room, { family: SERIF_FONT, size, bold: true });
}

function fullLines({ name, motto, address }: School, nameSize: number): ContentText[] {
  const lines: ContentText[] = [
    { text: name, font: SERIF_FONT, bold: true, fontSize: nameSize, color: INK_COLOUR },
  ];
  if (motto !== null)
    lines.push({
      text: motto,
      font: SERIF_FONT,
      italics: true,
      fontSize: FONT_SIZES.motto,
      color: SCHOOL_RED,
    });
  if (address !== null)
    lines.push({
      text: address,
      fontSize: FONT_SIZES.address,
      color: MUTED_COLOUR,
      margin: [0, ABOVE_ADDRESS, 0, 0],
    });
  return lines;
}

function fullHeight(school: School, nameSize: number, room: number): number {
  const { motto, address } = school;
  const mottoLines =
    motto === null
      ? 0
      : countTextLines(motto, room, { family: SERIF_FONT, size: FONT_SIZES.motto, italics: true });
  const addressLines = address === null ? 0 : countTextLines(address, room, { size: FONT_SIZES.address });
  const serif = nameLines(school, nameSize, room) * nameSize + mottoLines * FONT_SIZES.motto;
  const sans = address === null ? 0 : addressLines * FONT_SIZES.address * SANS_LINE_HEIGHT + ABOVE_ADDRESS;
  return Math.max(hasLogo(school) ? LOGO.full : 0, serif * SERIF_LINE_HEIGHT + sans);
}

function textWidth(school: School, { box, gap, width }: Size): number {
  return hasLogo(school) ? width - box - gap : width;
}

function stack(lines: ContentText[]): { stack: ContentText[]; width: "*"; verticalAlignment: "middle" } {
  return { stack: lines, width: "*", verticalAlignment: "middle" };
}

/** Tells whether the logo's file exists. Without the file, documents are printed without a logo. */
export function hasLogo(school: School): school is School & { logo: string } {
  return school.logo !== null && existsSync(school.logo);
}
