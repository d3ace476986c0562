import { layOutText } from "../../parts/text.ts";
import { MUTED_COLOUR, SANS_LINE_HEIGHT } from "../../parts/type.ts";
import { fitColumnWidths } from "../../parts/widths.ts";
import { cardTableLayout, heightOfLines, type CardDensity } from "../density.ts";
import { sideTableLabel, HEAD_HEIGHT, sideTableHeading, ratingOrDot } from "../side-tables.ts";
import { subjectNameCell } from "./subject-name.ts";
import type { TableCell } from "pdfmake/interfaces.js";
import type { MeasuredBlock } from "../../parts/page.ts";
import type { CardCriteria, CardMarks } from "../data.ts";

const BETWEEN = 24;
export const CRITERION_GRADE_COLUMN = { width: 12, gap: 4 };
const INDENT = 8;
const MOST_SPREAD = 1.6;

type Line = "head" | "group" | "row" | null;
type Row = { cells: TableCell[]; height: number; above: Line };
type Scale = { grades: readonly string[]; size: number; width: number };

/** Lays out subjects with criteria in two columns of equal height. A grade is printed at its position on the scale. */
export function criteriaTable(
  { criteria, criterionGrades: grades }: CardMarks,
  width: number,
  { table: size, padding }: CardDensity,
): MeasuredBlock {
  const own = (width - BETWEEN) / 2;
  const widths = fitColumnWidths({
    total: own,
    columns: ["*", ...grades.map(() => CRITERION_GRADE_COLUMN.width)],
    gap: CRITERION_GRADE_COLUMN.gap,
  });
  const scale = { grades, size, width: widths[0] ?? 0 };
  const subjects = criteria.map((subject) => subjectRows(subject, scale));
  const [first, second] = halved(subjects, padding).map((part) => part.flat());
  const left = half("Criteria", first ?? [], { scale, widths, padding });
  const right = evenHalf(second ?? [], left.height, { scale, widths, padding });
  return {
    height: Math.max(left.height, right.height),
    content: {
      columnGap: BETWEEN,
      columns: [left, right].map(({ table }) => ({ ...table, width: own })),
    },
  };
}

/** Spaces the rows so that both columns end at the same height, within the limit for differences on one page. */
function evenHalf(rows: readonly Row[], height: number, { padding, ...plan }: Half) {
  const short = half("", rows, { padding, ...plan });
  const share = rows.length === 0 ? 0 : (height - short.height) / (2 * rows.length);
  return half("", rows, { padding: padding + Math.min(MOST_SPREAD, Math.max(0, share)), ...plan });
}

function halved(subjects: readonly Row[][], padding: number): [Row[][], Row[][]] {
  const heights = subjects.map((rows) => rows.reduce((sum, row) => sum + row.height + 2 * padding, 0));
  const cut = countInFirstColumn(heights);
  return [subjects.slice(0, cut), subjects.slice(cut)];
}

/** Returns how many items are in the first of two columns. The first column is at least as high as the second. */
export function countInFirstColumn(heights: readonly number[]): number {
  const all = heights.reduce((sum, height) => sum + height, 0);
  let above = 0;
  return heights.findIndex((height) => (above += height) >= all / 2) + 1;
}

type Half = { scale: Scale; widths: number[]; padding: number };

function half(title: string, rows: readonly Row[], { scale, widths, padding }: Half) {
  const lines: Line[] = [null, "head", ...rows.slice(1).map(({ above }) => above), "head"];
  const head = [sideTableHeading(title), ...scale.grades.map((grade) => sideTableLabel(grade, "center"))];
  const text = rows.reduce((sum, row) => sum + row.height + 2 * padding, 0);
  if (rows.length === 0) return { height: 0, table: { text: "" } };
  return {
    height: HEAD_HEIGHT + text + heightOfLines(lines),
    table: {
      table: { headerRows: 1, dontBreakRows: true, widths, body: [head, ...rows.map(({ cells }) => cells)] },
      layout: cardTableLayout({ lines, padding, gap: CRITERION_GRADE_COLUMN.gap }),
    },
  };
}

function subjectRows({ subject, teacher, word, grades }: CardCriteria, scale: Scale): Row[] {
  const { size, width } = scale;
  const name = subjectNameCell({ subject, teacher }, { width, size, bold: true });
  const title: Row = { above: "group", height: name.height, cells: [name.cell, ...wordCells(word, scale)] };
  return [title, ...grades.map((criterion) => criterionRow(criterion, word !== null, scale))];
}

/** Prints a word across the positions of the scale, right-aligned. */
function wordCells(word: string | null, { grades, size }: Scale): TableCell[] {
  const empty = grades.slice(1).map(() => ({ text: "", fontSize: size }));
  const text = { text: word ?? "", italics: true, fontSize: size, color: MUTED_COLOUR, alignment: "right" };
  return [{ ...text, colSpan: grades.length }, ...empty] as TableCell[];
}

function criterionRow(
  { detail, grade }: CardCriteria["grades"][number],
  isAway: boolean,
  { grades, size, width }: Scale,
): Row {
  const places = grades.map((item) =>
    isAway ? { text: "", fontSize: size } : ratingOrDot(item, grade !== null && item === String(grade), size),
  );
  const { lines, content } = layOutText(detail, width - INDENT, { size });
  return {
    above: "row",
    height: lines * size * SANS_LINE_HEIGHT,
    cells: [{ ...content, margin: [INDENT, 0, 0, 0] }, ...places],
  };
}
