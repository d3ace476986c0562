import { linesOf } from "../parts/fonts.ts";
import { smallCapitals } from "../parts/heading.ts";
import { hasLogo } from "../parts/letterhead.ts";
import { INK, MUTED, RULE, SANS_LINE, SCHOOL_RED, SERIF, SERIF_LINE, SIZE } from "../parts/type.ts";
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { Block } from "../parts/block.ts";
import type { School } from "../parts/school.ts";
import type { BatchCover } from "./data.ts";

/** A cover begins 64 points from the top; the page's own margin is 38. */
const TOP = 26;
const LOGO = 82;
const FIGURE = 26;

type Line = {
  text: string;
  size: number;
  above?: number;
  /** Other styles. */
  look?: Partial<ContentText>;
};

/** Lays out the school, centred over the accent line, the title of the batch, and its size. */
export function coverHead(cover: BatchCover, width: number): Block[] {
  const { school, kind, about, teachers, period, counts } = cover;
  const motto = { text: school.motto ?? "", size: SIZE.motto, look: { italics: true, color: SCHOOL_RED } };
  return [
    ...logoOf(school),
    lineOf({ text: school.name, size: 23, above: 8, look: { bold: true } }, width),
    lineOf(motto, width),
    accentLine(width),
    lineOf({ text: kind, size: SIZE.title, above: 30, look: smallCapitals(SIZE.title) }, width),
    lineOf({ text: about, size: 34, above: 6 }, width),
    lineOf({ text: teachers, size: 15 }, width),
    lineOf({ text: period, size: 15, look: { italics: true, color: MUTED } }, width),
    countsRow(counts, width),
  ];
}

function logoOf(school: School): Block[] {
  const content = hasLogo(school)
    ? { image: school.logo, fit: [LOGO, LOGO], alignment: "center" }
    : { text: "" };
  return [
    {
      content: { ...content, margin: [0, TOP, 0, 0] } as Content,
      height: TOP + (hasLogo(school) ? LOGO : 0),
    },
  ];
}

function lineOf({ text, size, above = 0, look = {} }: Line, width: number): Block {
  if (text === "") return { content: [], height: 0 };
  const { bold = false, italics = false } = look;
  const lines = linesOf(text, width, { family: SERIF, size, bold, italics });
  return {
    content: {
      text,
      font: SERIF,
      fontSize: size,
      color: INK,
      alignment: "center",
      margin: [0, above, 0, 0],
      ...look,
    } as ContentText,
    height: above + lines * size * SERIF_LINE,
  };
}

function accentLine(width: number): Block {
  const above = 10;
  const line = { type: "line" as const, x1: 0, y1: 0, x2: width, y2: 0, lineWidth: RULE.accent };
  return {
    content: { canvas: [{ ...line, lineColor: SCHOOL_RED }], margin: [0, above, 0, 0] },
    height: above + RULE.accent,
  };
}

function countsRow(counts: BatchCover["counts"], width: number): Block {
  const above = 34;
  const own = width / Math.max(1, counts.length);
  return {
    content: {
      margin: [0, above, 0, 0],
      columns: counts.map(({ figure, words }) => ({
        width: own,
        stack: [
          { text: figure, font: SERIF, fontSize: FIGURE },
          { text: words, fontSize: SIZE.table, color: MUTED },
        ],
      })),
    },
    height: above + FIGURE * SERIF_LINE + SIZE.table * SANS_LINE,
  };
}
