import { formatCountFigure } from "../parts/counts.ts";
import { NO_DATA } from "../parts/heading.ts";
import { pageFrame } from "../parts/page.ts";
import { HEAD_PADDING } from "../parts/rules.ts";
import { MUTED, SIZE, INK, RULE, type Align } from "../parts/type.ts";
import { wordLetterhead, wordTitle } from "../parts/word/letterhead.ts";
import { WordPictures } from "../parts/word/pictures.ts";
import {
  wordParagraph,
  wordRun,
  wordTab,
  wordLineHeight,
  type WordStyle,
  type WordElement,
} from "../parts/word/text.ts";
import {
  chooseOrientation,
  calculateColumns,
  hasHeadingSpans,
  listHeadingSpans,
  type TableColumns,
} from "./plan.ts";
import {
  listSubject,
  listFoot,
  isEmptyList,
  listTitle,
  withoutDrawings,
  columnAlignment,
  formattedValues,
  splitRowByLines,
  UNDER,
} from "./values.ts";
import type { WordFile } from "../parts/word/print-docx.ts";
import { type WordContent, wordTable, type WordCell, type WordRow } from "../parts/word/table.ts";
import type { ListDocument, ListHeading, ListColumn, ListGroup, ListRow, ListTable } from "./data.ts";
import { printedRows, type PrintedRow } from "./rows.ts";

const ABOUT = { large: 20, small: 12 };

/** Builds the list as a Word file, which people can change before printing. Blocks are one below the other. */
export function listDocx(list: ListDocument): WordFile {
  const { school, printed } = list;
  const orientation = chooseOrientation(list);
  const frame = pageFrame(orientation);
  const { textWidth: width } = frame;
  const children = [
    wordLetterhead(school, new WordPictures(), width),
    wordTitle(listTitle(list), list.period, width),
    aboutLine(list, width),
    ...(isEmptyList(list) ? [note(NO_DATA, 12)] : list.tables.flatMap((table) => wordList(table, frame))),
    ...noteLines(list),
  ];
  const title = [list.title, listSubject(list)].join(", ");
  return { title, author: school.name, printed, orientation, sections: [{ foot: listFoot(list), children }] };
}

function aboutLine({ about, aside, counts }: ListHeading, width: number): WordElement {
  const small = { size: ABOUT.small, serif: true, color: MUTED };
  const runs = counts.flatMap((count) => [
    ...wordRun(`   ${formatCountFigure(count)}`, { size: SIZE.table, bold: true }),
    ...wordRun(`\u00a0${count.words}`, { size: SIZE.table }),
  ]);
  const words = [
    ...wordRun(about, { size: ABOUT.large, serif: true }),
    ...(aside === "" ? [] : wordRun(`  ${aside}`, small)),
    wordTab({ size: SIZE.table }),
    ...runs,
  ];
  return wordParagraph(words, { after: 4, tab: width, outline: true });
}

function noteLines({ keys, notes }: ListHeading): WordContent {
  const letters = keys.flatMap(({ letter, meaning }) => [
    ...wordRun(letter, { size: SIZE.key, bold: true }),
    ...wordRun(`\u00a0${meaning}   `, { size: SIZE.key, color: MUTED }),
  ]);
  if (keys.length + notes.length === 0) return [];
  return [
    wordParagraph([...letters, ...wordRun(notes.join("   "), { size: SIZE.key, color: MUTED })], {
      before: 6,
    }),
  ];
}

function note(text: string, size: number): WordElement {
  return wordParagraph(wordRun(text, { size, serif: true, italics: true, color: MUTED }), {
    align: "center",
    before: 40,
  });
}

/** The limits of the space above and below a row. The space is as large as one page allows. */
const AIR = { most: 1.9, least: 0.5 };
/** The height above the rows of a page. It includes two extra lines for names that need a second line. */
const HEAD = 165;
const BAND = { title: 11.5, aside: 10, above: 5 };
const LABEL = { size: SIZE.label, color: MUTED };
const HEADING = {
  style: { size: 12.5, serif: true, bold: true },
  line: { before: 12, after: 4, withNext: true },
};
const INSET = "\u00a0\u00a0\u00a0";

type Page = { textWidth: number; textHeight: number };

function wordList(own: ListTable, { textWidth, textHeight }: Page): WordContent {
  const table = withoutDrawings(own);
  const plan = calculateColumns(table, textWidth);
  const printed = printedRows(table);
  const air = airOf(printed.length, textHeight);
  const rows = printed.flatMap((row) => (row.band ? [bandRow(row.band, plan)] : wordRows(row, plan, air)));
  const widths = plan.widths.map((width, index) => width + (index === 0 ? 0 : plan.gap) + plan.right(index));
  const heading =
    table.heading === undefined ? [] : [wordParagraph(wordRun(table.heading, HEADING.style), HEADING.line)];
  return [...heading, wordTable(widths, [...headRows(plan), ...rows], plan.gap)];
}

function airOf(rows: number, pageHeight: number): number {
  const share = ((pageHeight - HEAD) / rows - wordLineHeight(SIZE.table)) / 2;
  return share < AIR.least ? AIR.most : Math.min(share, AIR.most);
}

function headRows(plan: TableColumns): WordRow[] {
  const labels = plan.columns.map((column) => textCell(column.title, LABEL, columnAlignment(column)));
  const height = wordLineHeight(SIZE.label) + HEAD_PADDING;
  const last = { cells: ruledCells(labels, plan, ""), height, rule: RULE.frame, isHead: true };
  if (!hasHeadingSpans(plan.columns)) return [last];
  const spans = listHeadingSpans(plan.columns).map(({ over, count }) => {
    return { ...textCell(over, { ...LABEL, bold: true, color: INK }, "right"), columns: count };
  });
  return [{ cells: [...placeCells(plan, ""), ...spans], height, isHead: true }, last];
}

/** Splits a row whose lines correspond across columns into several rows, because Word may break texts differently. */
function wordRows(row: PrintedRow, plan: TableColumns, air: number): WordRow[] {
  const rows = splitRowByLines(plan.columns, row.cells);
  return rows.map((cells, index): WordRow => {
    const label = row.inset ? plan.columns.findIndex(({ kind }) => kind === "text") : -1;
    const withNext = index < rows.length - 1;
    const values = plan.columns.map((column, at) =>
      valueCell(column, cells, { withNext, inset: at === label ? INSET : "" }),
    );
    return {
      cells: ruledCells(values, plan, index === 0 ? String(row.place ?? "") : ""),
      height: wordLineHeight(SIZE.table) + 2 * air,
      air,
      ...(index === rows.length - 1 && row.rule > 0 && { rule: row.rule }),
    };
  });
}

function bandRow({ title, aside = "" }: ListGroup, { widths }: TableColumns): WordRow {
  const runs = [
    ...wordRun(title, { size: BAND.title, serif: true, bold: true }),
    ...wordRun(aside === "" ? "" : `  ${aside}`, { size: BAND.aside, serif: true, color: MUTED }),
  ];
  const content = [wordParagraph(runs, { before: BAND.above, withNext: true })];
  return {
    cells: [{ content, columns: widths.length }],
    height: wordLineHeight(BAND.title),
    rule: RULE.group,
  };
}

type Part = { inset: string; withNext: boolean };

function valueCell(column: ListColumn, cells: ListRow, { inset, withNext }: Part): WordCell {
  const [formatted] = formattedValues(column, cells);
  if (formatted === undefined) return { content: [] };
  const { text, strong: bold, italics, quiet, underlined, under } = formatted;
  const style = { size: SIZE.table, bold, italics, underlined, color: quiet ? MUTED : INK };
  const cell = textCell(inset + text, style, columnAlignment(column), withNext);
  if (under === "") return cell;
  const small = { size: SIZE.table * UNDER, italics, color: MUTED };
  const below = textCell(under, small, columnAlignment(column), withNext);
  return { content: [...cell.content, ...below.content] };
}

/** Adds the row number and the vertical lines of boxes and sums. */
function ruledCells(cells: readonly WordCell[], plan: TableColumns, place: string): WordCell[] {
  const all = [...placeCells(plan, place), ...cells];
  return all.map((cell, index) => ({
    ...cell,
    free: plan.right(index),
    ...(plan.verticalRules.includes(index) && { left: RULE.row }),
    ...(index === all.length - 1 && plan.verticalRules.includes(all.length) && { right: RULE.row }),
  }));
}

function placeCells({ widths, columns }: TableColumns, place: string): WordCell[] {
  const style = { size: SIZE.table, color: MUTED };
  return widths.slice(columns.length).map(() => textCell(place, style, "right"));
}

function textCell(text: string, style: WordStyle, align: Align, withNext = false): WordCell {
  return { content: [wordParagraph(wordRun(text, style), { align, withNext })] };
}
