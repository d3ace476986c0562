import { INK, MUTED, RULE, SANS, SIZE } from "./type.ts";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { Printed } from "./school.ts";

export type Frame = { width: number; height: number; left: number; top: number; bottom: number };
export type Orientation = "portrait" | "landscape";

/** A4 in points. */
const FRAMES: Record<Orientation, Frame> = {
  portrait: { width: 595.28, height: 841.89, left: 54, top: 38, bottom: 50 },
  landscape: { width: 841.89, height: 595.28, left: 42, top: 30, bottom: 42 },
};

type Paper = { orientation: Orientation; title: string; printed: Printed; author: string };

type Page = Paper & {
  /** The page's description, repeated at its foot, so that a sheet separated from the others still says what it is. */
  foot: readonly string[];
  content: Content[];
  /** `Page 2 of 3`, unless given. */
  pageWords?: (current: number, count: number) => string;
};

/** A document within the document: it begins a page and numbers its own. */
export type Section = {
  foot: readonly string[];
  content: Content[];
  /** Set when it differs from the document's. */
  orientation?: Orientation;
};

export function frameOf(orientation: Orientation): Frame & { textWidth: number; textHeight: number } {
  const frame = FRAMES[orientation];
  return {
    ...frame,
    textWidth: frame.width - 2 * frame.left,
    textHeight: frame.height - frame.top - frame.bottom,
  };
}

/** Builds one document: paper, margins, the foot with `Page n of m`, and the file's own title and date. */
export function page({ foot, content, pageWords = pageOf, ...paper }: Page): TDocumentDefinitions {
  const { left, textWidth } = frameOf(paper.orientation);
  return {
    ...blankPaper(paper),
    content,
    footer: (current, count) => footer({ foot, page: pageWords(current, count), left, width: textWidth }),
  } as TDocumentDefinitions;
}

/** Builds several documents in one file, such as the cards of a class. */
export function sections(paper: Paper & { sections: readonly Section[] }): TDocumentDefinitions {
  const content = paper.sections.map((section) => sectionNode(section, paper.orientation));
  return { ...blankPaper(paper), content } as unknown as TDocumentDefinitions;
}

/** pdfmake asks for the headers of all pages before the first foot, which tells a section which pages are its own. */
function sectionNode({ foot, content, ...own }: Section, usual: Orientation): object {
  const orientation = own.orientation ?? usual;
  const { left, textWidth } = frameOf(orientation);
  const pages: number[] = [];
  const footOf = (page: string) => footer({ foot, page, left, width: textWidth });
  return {
    section: content,
    footOfOnly: () => footOf(pageOf(1, 1)),
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

function blankPaper({ orientation, title, printed, author }: Paper): Omit<TDocumentDefinitions, "content"> {
  return {
    pageSize: "A4",
    ...pagesOf(orientation),
    language: "en-TT",
    displayTitle: true,
    info: { title, author, creator: "Termbook", producer: "Termbook", creationDate: new Date(printed.at) },
    defaultStyle: { font: SANS, fontSize: SIZE.table, color: INK },
  } as Omit<TDocumentDefinitions, "content">;
}

function pagesOf(orientation: Orientation): Pick<TDocumentDefinitions, "pageOrientation" | "pageMargins"> {
  const { left, top, bottom } = frameOf(orientation);
  return { pageOrientation: orientation, pageMargins: [left, top, left, bottom] };
}

type Foot = { foot: readonly string[]; page: string; left: number; width: number };

function footer({ foot, page: numbered, left, width }: Foot): Content {
  const line = { type: "line" as const, x1: 0, y1: 0, x2: width, y2: 0, lineWidth: RULE.row, lineColor: INK };
  return {
    margin: [left, 8, left, 0],
    stack: [
      { canvas: [line] },
      {
        margin: [0, 4, 0, 0],
        fontSize: SIZE.footer,
        color: MUTED,
        columns: [
          { text: foot.join("  ·  "), width: "*" },
          { text: numbered, width: 70, alignment: "right" },
        ],
      },
    ],
  };
}

/** An item on a page with its height, so that the space for a list below is known before layout. */
export type Block = { content: Content; height: number };

export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.height, 0);
}

export function contentOf(blocks: readonly Block[]): Content[] {
  return blocks.map((block) => block.content);
}
