import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { ListColumn, ListTable } from "../list/data.ts";
import { balanceLastPage, distributeInColumns, type MeasuredItem } from "../list/pdf/pages.ts";
import { listTableLayouts, calculateListRowHeight, layOutRows } from "../list/pdf/table.ts";
import { buildPrintedRows, type PrintedRow } from "../list/rows.ts";
import type { MeasuredBlock } from "../parts/page.ts";
import { countTextLines } from "../parts/fonts.ts";
import { smallCapitals } from "../parts/heading.ts";
import { hasLogo } from "../parts/letterhead.ts";
import type { PrintTime, School } from "../parts/school.ts";
import {
  INK_COLOUR,
  MUTED_COLOUR,
  RULE_WEIGHTS,
  SANS_LINE_HEIGHT,
  SCHOOL_RED,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  FONT_SIZES,
} from "../parts/type.ts";

/** The first page of a batch, which lists the documents with their page numbers. All texts and figures are final. */
export type BatchCover = {
  school: School;
  title: string;
  printed: PrintTime;
  /** The kind of document, such as `Report Cards`. */
  kind: string;
  /** The subject of the batch, such as `Standard 4` or `Whole school`. */
  about: string;
  /** The names of the teachers if the batch has a single class; otherwise empty. */
  teachers: string;
  /** The period, such as `End of Term 3, 2025–2026`. */
  period: string;
  counts: readonly { figure: string; words: string }[];
  /** The heading of the first column, such as `Name` or `Class`. */
  heading: string;
  /** The headings of the columns of counts, such as `Cards`. */
  columns: readonly string[];
  /** The documents in the order of the file, each with one figure for each column. */
  parts: readonly { name: string; notes: string; figures: readonly number[]; pages: number }[];
  foot: readonly string[];
};

/** The additional top margin of a cover in points: a cover begins at 64, and the page's own margin is 38. */
const TOP = 26;
const LOGO = 82;
const FIGURE = 26;

type Line = {
  text: string;
  size: number;
  above?: number;
  /** Further styles. */
  look?: Partial<ContentText>;
};

/** Lays out the head of the cover: the school, centred above the accent line, then the title and the counts. */
export function batchCoverHead(cover: BatchCover, width: number): MeasuredBlock[] {
  const { school, kind, about, teachers, period, counts } = cover;
  const motto = {
    text: school.motto ?? "",
    size: FONT_SIZES.motto,
    look: { italics: true, color: SCHOOL_RED },
  };
  return [
    ...logoOf(school),
    lineOf({ text: school.name, size: 23, above: 8, look: { bold: true } }, width),
    lineOf(motto, width),
    accentLine(width),
    lineOf({ text: kind, size: FONT_SIZES.title, above: 30, look: smallCapitals(FONT_SIZES.title) }, width),
    lineOf({ text: about, size: 34, above: 6 }, width),
    lineOf({ text: teachers, size: 15 }, width),
    lineOf({ text: period, size: 15, look: { italics: true, color: MUTED_COLOUR } }, width),
    countsRow(counts, width),
  ];
}

function logoOf(school: School): MeasuredBlock[] {
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

function lineOf({ text, size, above = 0, look = {} }: Line, width: number): MeasuredBlock {
  if (text === "") return { content: [], height: 0 };
  const { bold = false, italics = false } = look;
  const lines = countTextLines(text, width, { family: SERIF_FONT, size, bold, italics });
  return {
    content: {
      text,
      font: SERIF_FONT,
      fontSize: size,
      color: INK_COLOUR,
      alignment: "center",
      margin: [0, above, 0, 0],
      ...look,
    } as ContentText,
    height: above + lines * size * SERIF_LINE_HEIGHT,
  };
}

function accentLine(width: number): MeasuredBlock {
  const above = 10;
  const line = { type: "line" as const, x1: 0, y1: 0, x2: width, y2: 0, lineWidth: RULE_WEIGHTS.accent };
  return {
    content: { canvas: [{ ...line, lineColor: SCHOOL_RED }], margin: [0, above, 0, 0] },
    height: above + RULE_WEIGHTS.accent,
  };
}

function countsRow(counts: BatchCover["counts"], width: number): MeasuredBlock {
  const above = 34;
  const own = width / Math.max(1, counts.length);
  return {
    content: {
      margin: [0, above, 0, 0],
      columns: counts.map(({ figure, words }) => ({
        width: own,
        stack: [
          { text: figure, font: SERIF_FONT, fontSize: FIGURE },
          { text: words, fontSize: FONT_SIZES.table, color: MUTED_COLOUR },
        ],
      })),
    },
    height: above + FIGURE * SERIF_LINE_HEIGHT + FONT_SIZES.table * SANS_LINE_HEIGHT,
  };
}

/** The space for the list: its width, the height left on the first page, and the height of a later page. */
type Space = { width: number; first: number; next: number };
type Part = BatchCover["parts"][number];

const SIDES = 2;
const GAP = 31;
const ABOVE = 22;
const SLACK = 1;
const STEP = { size: 9.5, padding: 0.6 };

/** Lays out the list in two columns on each page, with the page on which each document begins. */
export function batchPartList(cover: BatchCover, space: Space): Content[] {
  const width = (space.width - GAP) / SIDES;
  const roomOf = (column: number) => (column < SIDES ? space.first : space.next) - ABOVE - SLACK;
  // The list is laid out twice, first to count its own pages. Row heights do not depend on page numbers.
  const pages = Math.ceil(distributeInColumns(itemsOf(tableWith(cover, 0), width), roomOf).length / SIDES);
  const table = tableWith(cover, pages);
  const columns = balanceLastPage(distributeInColumns(itemsOf(table, width), roomOf), SIDES, roomOf);
  const layout = listTableLayouts(table, buildPrintedRows(table), width)(STEP);
  const side = (items: readonly Item[] = []) => ({
    width,
    stack: items.length === 0 ? [] : [layOutRows(rowsOf(items), layout)],
  });
  return Array.from({ length: pages }, (_page, index) => ({
    columns: [side(columns[index * SIDES]), side(columns[index * SIDES + 1])],
    columnGap: GAP,
    margin: [0, ABOVE, 0, 0],
    ...(index > 0 && { pageBreak: "before" }),
  }));
}

type Item = MeasuredItem & { row: PrintedRow };

function itemsOf(table: ListTable, width: number): Item[] {
  const rows = buildPrintedRows(table);
  const layout = listTableLayouts(table, rows, width)(STEP);
  return rows.map((row) => ({
    row,
    height: calculateListRowHeight(row, layout),
    opening: layout.head.height,
    keepWithPrevious: false,
  }));
}

function rowsOf(items: readonly Item[]): PrintedRow[] {
  return items.map(({ row }) => row);
}

export function countPages(parts: readonly Part[]): number {
  return parts.reduce((sum, { pages }) => sum + pages, 0);
}

function tableWith({ heading, columns, parts }: BatchCover, pagesBefore: number): ListTable {
  return {
    columns: [
      { key: "name", title: heading, kind: "text", width: "*" },
      ...columns.map((title, index): ListColumn => ({ key: `${index}`, title, kind: "number", width: 34 })),
      { key: "sheet", title: "Sheet", kind: "number", width: 30 },
    ],
    groups: [
      {
        title: "",
        rows: parts.map(({ name, notes, figures }, index) => ({
          ...Object.fromEntries(figures.map((figure, position) => [position, figure])),
          name: { value: name, under: notes },
          sheet: pagesBefore + 1 + countPages(parts.slice(0, index)),
        })),
      },
    ],
    numbered: "through",
  };
}
