import { measureTextWidth } from "./fonts.ts";
import { INK_COLOUR, MUTED_COLOUR, RULE_WEIGHTS, SANS_SERIF_FONT, FONT_SIZES } from "./type.ts";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { PrintTime } from "./school.ts";

export type PageFrame = { width: number; height: number; left: number; top: number; bottom: number };
export type Orientation = "portrait" | "landscape";

/** The printable areas of A4 pages, in points. */
const FRAMES: Record<Orientation, PageFrame> = {
  portrait: { width: 595.28, height: 841.89, left: 54, top: 38, bottom: 50 },
  landscape: { width: 841.89, height: 595.28, left: 42, top: 30, bottom: 42 },
};

type Paper = { orientation: Orientation; title: string; printed: PrintTime; author: string };

type Page = Paper & {
  /** The text at the foot of each page. It identifies a sheet of paper that was separated from the others. */
  foot: readonly string[];
  content: Content[];
  /** Formats the page number. The default format is `Page 2 of 3`. */
  pageWords?: (current: number, count: number) => string;
};

/** A document within a file. A section begins on a new page and has its own page numbers. */
export type DocumentSection = {
  foot: readonly string[];
  /** A function lays the section out when it is written, so that a class's cards are not in memory at once. */
  content: Content[] | (() => Content[]);
  /** True if the fonts print every character, so that the texts need not be checked one by one. */
  isPlain?: boolean;
  /** The orientation of the section, if it differs from the orientation of the file. */
  orientation?: Orientation;
};

export function pageFrame(orientation: Orientation): PageFrame & { textWidth: number; textHeight: number } {
  const frame = FRAMES[orientation];
  return {
    ...frame,
    textWidth: frame.width - 2 * frame.left,
    textHeight: frame.height - frame.top - frame.bottom,
  };
}

/** Builds one document: paper size, margins, a foot with `Page n of m`, and the file's title and date. */
export function buildDocument({ foot, content, pageWords = pageOf, ...paper }: Page): TDocumentDefinitions {
  const { left, textWidth } = pageFrame(paper.orientation);
  return {
    ...blankPaper(paper),
    content,
    footer: (current, count) => footer({ foot, page: pageWords(current, count), left, width: textWidth }),
  } as TDocumentDefinitions;
}

/** Builds a file of several documents, such as the report cards of a class. */
export function buildSectionedDocument(
  paper: Paper & { sections: readonly DocumentSection[] },
): TDocumentDefinitions {
  const content = paper.sections.map((section) => sectionNode(section, paper.orientation));
  return { ...blankPaper(paper), content } as unknown as TDocumentDefinitions;
}

/** pdfmake builds all headers before the first foot, so the header records which pages belong to the section. */
function sectionNode({ foot, content, isPlain, ...own }: DocumentSection, usual: Orientation): object {
  const orientation = own.orientation ?? usual;
  const { left, textWidth } = pageFrame(orientation);
  const pages: number[] = [];
  const footOf = (page: string) => footer({ foot, page, left, width: textWidth });
  return {
    section: content,
    isPlain,
    footOf: (current: number, count: number) => footOf(pageOf(current, count)),
    pageCount: () => pages.length,
    ...pagesOf(orientation),
    header: (current: number) => {
      pages.push(current);
      return null;
    },
    footer: (current: number) => footOf(pageOf(pages.indexOf(current) + 1, pages.length)),
  };
}

function pageOf(current: number, count: number): string {
  return `Page ${current} of ${count}`;
}

/** The properties that every PDF has: paper, language, title and author, and the usual letters. */
export function blankPaper({
  orientation,
  title,
  printed,
  author,
}: Paper): Omit<TDocumentDefinitions, "content"> {
  return {
    pageSize: "A4",
    ...pagesOf(orientation),
    language: "en-TT",
    displayTitle: true,
    info: { title, author, creator: "Termbook", producer: "Termbook", creationDate: new Date(printed.at) },
    defaultStyle: { font: SANS_SERIF_FONT, fontSize: FONT_SIZES.table, color: INK_COLOUR },
  } as Omit<TDocumentDefinitions, "content">;
}

function pagesOf(orientation: Orientation): Pick<TDocumentDefinitions, "pageOrientation" | "pageMargins"> {
  const { left, top, bottom } = pageFrame(orientation);
  return { pageOrientation: orientation, pageMargins: [left, top, left, bottom] };
}

const PAGE_NUMBER = 70;

type Foot = { foot: readonly string[]; page: string; left: number; width: number };

function footer({ foot, page: numbered, left, width }: Foot): Content {
  const line = {
    type: "line" as const,
    x1: 0,
    y1: 0,
    x2: width,
    y2: 0,
    lineWidth: RULE_WEIGHTS.row,
    lineColor: INK_COLOUR,
  };
  const text = foot.join("  ·  ");
  // A text on one line need not be prepared for being broken.
  const noWrap = measureTextWidth(text, { size: FONT_SIZES.footer }) <= width - PAGE_NUMBER;
  return {
    margin: [left, 8, left, 0],
    stack: [
      { canvas: [line] },
      {
        margin: [0, 4, 0, 0],
        fontSize: FONT_SIZES.footer,
        color: MUTED_COLOUR,
        columns: [
          { text, noWrap, width: width - PAGE_NUMBER },
          { text: numbered, width: PAGE_NUMBER, alignment: "right" },
        ],
      },
    ],
  };
}

/** An item on a page with its height, which shows before layout how much space is left for a list below. */
export type MeasuredBlock = { content: Content; height: number };

export function sumBlockHeights(blocks: readonly MeasuredBlock[]): number {
  return blocks.reduce((sum, block) => sum + block.height, 0);
}

export function joinBlockContents(blocks: readonly MeasuredBlock[]): Content[] {
  return blocks.map((block) => block.content);
}
