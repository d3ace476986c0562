import { formatCountFigure } from "../parts/counts.ts";
import { NO_DATA } from "../parts/heading.ts";
import { pageFrame } from "../parts/page.ts";
import { HEAD_PADDING } from "../parts/rules.ts";
import { MUTED_COLOUR, FONT_SIZES, INK_COLOUR, RULE_WEIGHTS, type Align } from "../parts/type.ts";
import { docxLetterhead, docxTitle } from "../parts/word/letterhead.ts";
import { DocxPictures } from "../parts/word/pictures.ts";
import {
  docxParagraph,
  docxTextRun,
  docxTab,
  docxLineHeight,
  type DocxTextStyle,
  type DocxElement,
} from "../parts/word/text.ts";
import {
  chooseOrientation,
  calculateColumns,
  hasHeadingSpans,
  listHeadingSpans,
  type TableColumns,
} from "./plan.ts";
import {
  formatListSubject,
  formatListFoot,
  isEmptyList,
  formatListTitle,
  withoutDrawings,
  columnAlignment,
  formatColumnValues,
  splitRowByLines,
  SECOND_LINE_SCALE,
} from "./values.ts";
import type { DocxFile } from "../parts/word/print-docx.ts";
import { type DocxContent, docxTable, type DocxCell, type DocxRow } from "../parts/word/table.ts";
import type { ListDocument, ListHeading, ListColumn, ListGroup, ListRow, ListTable } from "./data.ts";
import { buildPrintedRows, type PrintedRow } from "./rows.ts";

const ABOUT = { large: 20, small: 12 };

/** Builds the list as a Word file, which people can change before printing. Blocks are one below the other. */
export function buildListDocx(list: ListDocument): DocxFile {
  const { school, printed } = list;
  const orientation = chooseOrientation(list);
  const frame = pageFrame(orientation);
  const { textWidth: width } = frame;
  const children = [
    docxLetterhead(school, new DocxPictures(), width),
    docxTitle(formatListTitle(list), list.period, width),
    aboutLine(list, width),
    ...(list.facts ? [factsLine(list.facts)] : []),
    ...(isEmptyList(list) ? [note(NO_DATA, 12)] : list.tables.flatMap((table) => wordList(table, frame))),
    ...noteLines(list),
    ...(list.signed ? signedLines(list.signed, width) : []),
  ];
  const title = [list.title, formatListSubject(list)].join(", ");
  return {
    title,
    author: school.name,
    printed,
    orientation,
    sections: [{ foot: formatListFoot(list), children }],
  };
}

function aboutLine({ about, aside, counts }: ListHeading, width: number): DocxElement {
  const small = { size: ABOUT.small, serif: true, color: MUTED_COLOUR };
  const runs = counts.flatMap((count) => [
    ...docxTextRun(`   ${formatCountFigure(count)}`, { size: FONT_SIZES.table, bold: true }),
    ...docxTextRun(`\u00a0${count.words}`, { size: FONT_SIZES.table }),
  ]);
  const words = [
    ...docxTextRun(about, { size: ABOUT.large, serif: true }),
    ...(aside === "" ? [] : docxTextRun(`  ${aside}`, small)),
    docxTab({ size: FONT_SIZES.table }),
    ...runs,
  ];
  return docxParagraph(words, { after: 4, tab: width, outline: true });
}

function factsLine(facts: NonNullable<ListDocument["facts"]>): DocxElement {
  const runs = facts.flatMap(({ label, value }) => [
    ...docxTextRun(`${label}\u00a0`, LABEL),
    ...docxTextRun(`${value}     `, { size: FONT_SIZES.table }),
  ]);
  return docxParagraph(runs, { after: 4 });
}

/** Builds the lines for signatures, side by side, with their words below. */
function signedLines(signed: NonNullable<ListDocument["signed"]>, width: number): DocxContent {
  const gap = 24;
  const shares = signed.reduce((sum, { share }) => sum + share, 0);
  const room = width - gap * (signed.length - 1);
  const widths = signed.map(({ share }, index) => (room * share) / shares + (index === 0 ? 0 : gap));
  const cells = signed.map(({ words }) => ({ content: [docxParagraph(docxTextRun(words, LABEL), {})] }));
  return [
    docxParagraph([], { before: 48 }),
    docxTable(widths, [{ cells, height: 16, over: RULE_WEIGHTS.row }], gap),
  ];
}

function noteLines({ keys, notes }: ListHeading): DocxContent {
  const letters = keys.flatMap(({ letter, meaning }) => [
    ...docxTextRun(letter, { size: FONT_SIZES.key, bold: true }),
    ...docxTextRun(`\u00a0${meaning}   `, { size: FONT_SIZES.key, color: MUTED_COLOUR }),
  ]);
  if (keys.length + notes.length === 0) return [];
  return [
    docxParagraph(
      [...letters, ...docxTextRun(notes.join("   "), { size: FONT_SIZES.key, color: MUTED_COLOUR })],
      {
        before: 6,
      },
    ),
  ];
}

function note(text: string, size: number): DocxElement {
  return docxParagraph(docxTextRun(text, { size, serif: true, italics: true, color: MUTED_COLOUR }), {
    align: "center",
    before: 40,
  });
}

/** The limits of the space above and below a row. The space is as large as one page allows. */
const AIR = { most: 1.9, least: 0.5 };
/** The height above the rows of a page. It includes two extra lines for names that need a second line. */
const HEAD = 165;
const BAND = { title: 11.5, aside: 10, above: 5 };
const LABEL = { size: FONT_SIZES.label, color: MUTED_COLOUR };
const HEADING = {
  style: { size: 12.5, serif: true, bold: true },
  line: { before: 12, after: 4, withNext: true },
};
const INSET = "\u00a0\u00a0\u00a0";

type Page = { textWidth: number; textHeight: number };

function wordList(own: ListTable, { textWidth, textHeight }: Page): DocxContent {
  const table = withoutDrawings(own);
  const plan = calculateColumns(table, textWidth);
  const printed = buildPrintedRows(table);
  const air = airOf(printed.length, textHeight);
  const rows = printed.flatMap((row) => (row.band ? [bandRow(row.band, plan)] : wordRows(row, plan, air)));
  const widths = plan.widths.map((width, index) => width + (index === 0 ? 0 : plan.gap) + plan.right(index));
  const heading =
    table.heading === undefined
      ? []
      : [docxParagraph(docxTextRun(table.heading, HEADING.style), HEADING.line)];
  return [...heading, docxTable(widths, [...headRows(plan), ...rows], plan.gap)];
}

function airOf(rows: number, pageHeight: number): number {
  const share = ((pageHeight - HEAD) / rows - docxLineHeight(FONT_SIZES.table)) / 2;
  return share < AIR.least ? AIR.most : Math.min(share, AIR.most);
}

function headRows(plan: TableColumns): DocxRow[] {
  const labels = plan.columns.map((column) => textCell(column.title, LABEL, columnAlignment(column)));
  const height = docxLineHeight(FONT_SIZES.label) + HEAD_PADDING;
  const last = { cells: ruledCells(labels, plan, ""), height, rule: RULE_WEIGHTS.frame, isHead: true };
  if (!hasHeadingSpans(plan.columns)) return [last];
  const spans = listHeadingSpans(plan.columns).map(({ over, count }) => {
    return { ...textCell(over, { ...LABEL, bold: true, color: INK_COLOUR }, "right"), columns: count };
  });
  return [{ cells: [...placeCells(plan, ""), ...spans], height, isHead: true }, last];
}

/** Splits a row whose lines correspond across columns into several rows, because Word may break texts differently. */
function wordRows(row: PrintedRow, plan: TableColumns, air: number): DocxRow[] {
  const rows = splitRowByLines(plan.columns, row.cells);
  return rows.map((cells, index): DocxRow => {
    const label = row.inset ? plan.columns.findIndex(({ kind }) => kind === "text") : -1;
    const withNext = index < rows.length - 1;
    const values = plan.columns.map((column, at) =>
      valueCell(column, cells, { withNext, inset: at === label ? INSET : "" }),
    );
    return {
      cells: ruledCells(values, plan, index === 0 ? String(row.place ?? "") : ""),
      height: docxLineHeight(FONT_SIZES.table) + 2 * air,
      air,
      ...(index === rows.length - 1 && row.rule > 0 && { rule: row.rule }),
    };
  });
}

function bandRow({ title, aside = "" }: ListGroup, { widths }: TableColumns): DocxRow {
  const runs = [
    ...docxTextRun(title, { size: BAND.title, serif: true, bold: true }),
    ...docxTextRun(aside === "" ? "" : `  ${aside}`, { size: BAND.aside, serif: true, color: MUTED_COLOUR }),
  ];
  const content = [docxParagraph(runs, { before: BAND.above, withNext: true })];
  return {
    cells: [{ content, columns: widths.length }],
    height: docxLineHeight(BAND.title),
    rule: RULE_WEIGHTS.group,
  };
}

type Part = { inset: string; withNext: boolean };

function valueCell(column: ListColumn, cells: ListRow, { inset, withNext }: Part): DocxCell {
  const [formatted] = formatColumnValues(column, cells);
  if (formatted === undefined) return { content: [] };
  const { text, strong: bold, italics, quiet, underlined, under } = formatted;
  const style = {
    size: FONT_SIZES.table,
    bold,
    italics,
    underlined,
    color: quiet ? MUTED_COLOUR : INK_COLOUR,
  };
  const cell = textCell(inset + text, style, columnAlignment(column), withNext);
  if (under === "") return cell;
  const small = { size: FONT_SIZES.table * SECOND_LINE_SCALE, italics, color: MUTED_COLOUR };
  const below = textCell(under, small, columnAlignment(column), withNext);
  return { content: [...cell.content, ...below.content] };
}

/** Adds the row number and the vertical lines of boxes and sums. */
function ruledCells(cells: readonly DocxCell[], plan: TableColumns, place: string): DocxCell[] {
  const all = [...placeCells(plan, place), ...cells];
  return all.map((cell, index) => ({
    ...cell,
    free: plan.right(index),
    ...(plan.verticalRules.includes(index) && { left: RULE_WEIGHTS.row }),
    ...(index === all.length - 1 && plan.verticalRules.includes(all.length) && { right: RULE_WEIGHTS.row }),
  }));
}

function placeCells({ widths, columns }: TableColumns, place: string): DocxCell[] {
  const style = { size: FONT_SIZES.table, color: MUTED_COLOUR };
  return widths.slice(columns.length).map(() => textCell(place, style, "right"));
}

function textCell(text: string, style: DocxTextStyle, align: Align, withNext = false): DocxCell {
  return { content: [docxParagraph(docxTextRun(text, style), { align, withNext })] };
}
