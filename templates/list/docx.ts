import { figureOf } from "../parts/counts.ts";
import { NO_DATA } from "../parts/heading.ts";
import { frameOf } from "../parts/page.ts";
import { HEAD_PADDING } from "../parts/rules.ts";
import { MUTED, SIZE, INK, RULE, type Align } from "../parts/type.ts";
import { wordLetterhead, wordTitle } from "../parts/word/letterhead.ts";
import { Pictures } from "../parts/word/pictures.ts";
import { line, run, tab, lineHeight, type WordStyle, type Element } from "../parts/word/text.ts";
import { orientationOf, columnsOf, hasSpans, spansOf, type Columns } from "./plan.ts";
import {
  aboutOf,
  footOf,
  isEmpty,
  titleOf,
  withoutDrawings,
  alignOf,
  formattedValues,
  rowsOfLines,
  UNDER,
} from "./values.ts";
import type { WordFile } from "../parts/word/print-docx.ts";
import { type Flow, wordTable, type WordCell, type WordRow } from "../parts/word/table.ts";
import type { ListDocument, ListHeading, ListColumn, ListGroup, ListRow, ListTable } from "./data.ts";
import { printedRows, type PrintedRow } from "./rows.ts";

const ABOUT = { large: 20, small: 12 };

/** Builds the same list for Word, for changes before printing; blocks follow one below the other. */
export function listDocx(list: ListDocument): WordFile {
  const { school, printed } = list;
  const orientation = orientationOf(list);
  const frame = frameOf(orientation);
  const { textWidth: width } = frame;
  const children = [
    wordLetterhead(school, new Pictures(), width),
    wordTitle(titleOf(list), list.period, width),
    aboutLine(list, width),
    ...(isEmpty(list) ? [note(NO_DATA, 12)] : list.tables.flatMap((table) => wordList(table, frame))),
    ...noteLines(list),
  ];
  const title = [list.title, aboutOf(list)].join(", ");
  return { title, author: school.name, printed, orientation, sections: [{ foot: footOf(list), children }] };
}

function aboutLine({ about, aside, counts }: ListHeading, width: number): Element {
  const small = { size: ABOUT.small, serif: true, color: MUTED };
  const runs = counts.flatMap((count) => [
    ...run(`   ${figureOf(count)}`, { size: SIZE.table, bold: true }),
    ...run(`\u00a0${count.words}`, { size: SIZE.table }),
  ]);
  const words = [
    ...run(about, { size: ABOUT.large, serif: true }),
    ...(aside === "" ? [] : run(`  ${aside}`, small)),
    tab({ size: SIZE.table }),
    ...runs,
  ];
  return line(words, { after: 4, tab: width, outline: true });
}

function noteLines({ keys, notes }: ListHeading): Flow {
  const letters = keys.flatMap(({ letter, meaning }) => [
    ...run(letter, { size: SIZE.key, bold: true }),
    ...run(`\u00a0${meaning}   `, { size: SIZE.key, color: MUTED }),
  ]);
  if (keys.length + notes.length === 0) return [];
  return [line([...letters, ...run(notes.join("   "), { size: SIZE.key, color: MUTED })], { before: 6 })];
}

function note(text: string, size: number): Element {
  return line(run(text, { size, serif: true, italics: true, color: MUTED }), { align: "center", before: 40 });
}

/** The space above and below a row: as much as one page allows, within these limits. */
const AIR = { most: 1.9, least: 0.5 };
/** The height above the rows of a page, plus two lines for names that take a second line. */
const HEAD = 165;
const BAND = { title: 11.5, aside: 10, above: 5 };
const LABEL = { size: SIZE.label, color: MUTED };
const HEADING = {
  style: { size: 12.5, serif: true, bold: true },
  line: { before: 12, after: 4, withNext: true },
};
const INSET = "\u00a0\u00a0\u00a0";

type Page = { textWidth: number; textHeight: number };

function wordList(own: ListTable, { textWidth, textHeight }: Page): Flow {
  const table = withoutDrawings(own);
  const plan = columnsOf(table, textWidth);
  const printed = printedRows(table);
  const air = airOf(printed.length, textHeight);
  const rows = printed.flatMap((row) => (row.band ? [bandRow(row.band, plan)] : wordRows(row, plan, air)));
  const widths = plan.widths.map((width, index) => width + (index === 0 ? 0 : plan.gap) + plan.right(index));
  const heading = table.heading === undefined ? [] : [line(run(table.heading, HEADING.style), HEADING.line)];
  return [...heading, wordTable(widths, [...headRows(plan), ...rows], plan.gap)];
}

function airOf(rows: number, pageHeight: number): number {
  const share = ((pageHeight - HEAD) / rows - lineHeight(SIZE.table)) / 2;
  return share < AIR.least ? AIR.most : Math.min(share, AIR.most);
}

function headRows(plan: Columns): WordRow[] {
  const labels = plan.columns.map((column) => textCell(column.title, LABEL, alignOf(column)));
  const height = lineHeight(SIZE.label) + HEAD_PADDING;
  const last = { cells: ruledCells(labels, plan, ""), height, rule: RULE.frame, isHead: true };
  if (!hasSpans(plan.columns)) return [last];
  const spans = spansOf(plan.columns).map(({ over, count }) => {
    return { ...textCell(over, { ...LABEL, bold: true, color: INK }, "right"), columns: count };
  });
  return [{ cells: [...placeCells(plan, ""), ...spans], height, isHead: true }, last];
}

/** Lines that belong together across columns become rows of their own, because Word breaks texts as it likes. */
function wordRows(row: PrintedRow, plan: Columns, air: number): WordRow[] {
  const rows = rowsOfLines(plan.columns, row.cells);
  return rows.map((cells, index): WordRow => {
    const label = row.inset ? plan.columns.findIndex(({ kind }) => kind === "text") : -1;
    const withNext = index < rows.length - 1;
    const values = plan.columns.map((column, at) =>
      valueCell(column, cells, { withNext, inset: at === label ? INSET : "" }),
    );
    return {
      cells: ruledCells(values, plan, index === 0 ? String(row.place ?? "") : ""),
      height: lineHeight(SIZE.table) + 2 * air,
      air,
      ...(index === rows.length - 1 && row.rule > 0 && { rule: row.rule }),
    };
  });
}

function bandRow({ title, aside = "" }: ListGroup, { widths }: Columns): WordRow {
  const runs = [
    ...run(title, { size: BAND.title, serif: true, bold: true }),
    ...run(aside === "" ? "" : `  ${aside}`, { size: BAND.aside, serif: true, color: MUTED }),
  ];
  const content = [line(runs, { before: BAND.above, withNext: true })];
  return { cells: [{ content, columns: widths.length }], height: lineHeight(BAND.title), rule: RULE.group };
}

type Part = { inset: string; withNext: boolean };

function valueCell(column: ListColumn, cells: ListRow, { inset, withNext }: Part): WordCell {
  const [formatted] = formattedValues(column, cells);
  if (formatted === undefined) return { content: [] };
  const { text, strong: bold, italics, quiet, underlined, under } = formatted;
  const style = { size: SIZE.table, bold, italics, underlined, color: quiet ? MUTED : INK };
  const cell = textCell(inset + text, style, alignOf(column), withNext);
  if (under === "") return cell;
  const small = { size: SIZE.table * UNDER, italics, color: MUTED };
  const below = textCell(under, small, alignOf(column), withNext);
  return { content: [...cell.content, ...below.content] };
}

/** Adds the row's number and the vertical rules of boxes and sums. */
function ruledCells(cells: readonly WordCell[], plan: Columns, place: string): WordCell[] {
  const all = [...placeCells(plan, place), ...cells];
  return all.map((cell, index) => ({
    ...cell,
    free: plan.right(index),
    ...(plan.verticalRules.includes(index) && { left: RULE.row }),
    ...(index === all.length - 1 && plan.verticalRules.includes(all.length) && { right: RULE.row }),
  }));
}

function placeCells({ widths, columns }: Columns, place: string): WordCell[] {
  const style = { size: SIZE.table, color: MUTED };
  return widths.slice(columns.length).map(() => textCell(place, style, "right"));
}

function textCell(text: string, style: WordStyle, align: Align, withNext = false): WordCell {
  return { content: [line(run(text, style), { align, withNext })] };
}
