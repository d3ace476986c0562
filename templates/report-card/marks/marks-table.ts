import { measureTextWidth, breakIntoLines } from "../../parts/fonts.ts";
import { layOutText, layOutLines } from "../../parts/text.ts";
import { INK, MUTED, SANS_LINE, SERIF, SERIF_LINE, SIZE } from "../../parts/type.ts";
import { cardRules, heightOfLines } from "../density.ts";
import { sideTableLabel, HEAD_HEIGHT, sideTableHeading } from "../side-tables.ts";
import type { ContentText, TableCell, ContentStack } from "pdfmake/interfaces.js";
import type { Block } from "../../parts/page.ts";
import type { CardMarks, CardRow, CardCell, CardColumn } from "../data.ts";

/** Printed on the card of a student without any subjects. */
export const NO_MARKS = "No marks were given this term.";

const LEAST_GAP = { beside: 7, below: 7.5 };
/** The maximum width for subjects. The rest goes between the columns, so that marks stay close to their subjects. */
const MOST_SUBJECT = 165;
const MOST_WIDER = 30;
const TEACHER_LABEL = "Teacher";
/** If less width is left for subjects, teachers follow their subjects and have no column of their own. */
const LEAST_SUBJECT = 104;
const MOST_TEACHER = 104;
const GROUP_TITLE = 11.5;
const AVERAGE = 11.5;
/** The space for a figure that is larger than the figures for which a column was made. */
const FIGURE_ROOM = 30;

type Line = Parameters<typeof cardRules>[0]["lines"][number];
type Row = { cells: TableCell[]; height: number; above: Line };

/** A table of marks before its rows are spaced, because the spacing may depend on the content beside the table. */
export type UnspacedMarksTable = {
  rows: number;
  height: (padding: number) => number;
  at: (padding: number) => Block;
};

export function marksTable(
  marks: CardMarks,
  width: number,
  size: number,
  layout: "beside" | "below",
): UnspacedMarksTable {
  const plan = planMarksTable(marks, width, size, layout);
  const rows = [
    ...marks.groups.flatMap((group, index) => groupRows(group, index, plan)),
    ...averageRows(marks, plan),
  ];
  const lines: Line[] = [null, "head", ...rows.slice(1).map(({ above }) => above), "head"];
  const text = rows.reduce((sum, row) => sum + row.height, 0) + HEAD_HEIGHT + heightOfLines(lines);
  const height = (padding: number) => text + 2 * padding * rows.length;
  return {
    rows: rows.length,
    height,
    at: (padding) => ({
      height: height(padding),
      content: {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: plan.widths,
          body: [headRow(plan), ...rows.map(({ cells }) => cells)],
        },
        layout: cardRules({ lines, padding, gap: plan.gap }),
      },
    }),
  };
}

export type MarksTablePlan = {
  size: number;
  gap: number;
  widths: number[];
  subject: number;
  /** The width of the teachers' column; null if teachers follow their subjects. */
  teacher: number | null;
  columns: MarkColumn[];
};

export function planMarksTable(
  marks: CardMarks,
  width: number,
  size: number,
  layout: keyof typeof LEAST_GAP,
): MarksTablePlan {
  const columns = markColumns(marks, size);
  const own = columns.map((column) => column.width);
  const least = LEAST_GAP[layout];
  const teacher = layout === "below" ? teacherWidth(marks, size) : null;
  const beside = teacher === null ? own : [teacher, ...own];
  const room = roomFor(width, beside, least);
  const isColumn = teacher !== null && room >= LEAST_SUBJECT;
  const widths = isColumn ? beside : own;
  const left = roomFor(width, widths, least);
  const wider = Math.min(MOST_WIDER, Math.max(0, (left - MOST_SUBJECT) / widths.length));
  const subject = left - wider * widths.length;
  return {
    size,
    columns,
    subject,
    gap: least + wider,
    teacher: isColumn ? teacher : null,
    widths: [subject, ...widths],
  };
}

function roomFor(width: number, columns: readonly number[], gap: number): number {
  return columns.reduce((room, column) => room - column - gap, width);
}

function teacherWidth({ groups }: CardMarks, size: number): number | null {
  const teachers = groups.flatMap(({ rows }) => rows.flatMap(({ teacher }) => teacher ?? []));
  if (teachers.length === 0) return null;
  return Math.min(
    MOST_TEACHER,
    Math.ceil(Math.max(...teachers.map((name) => measureTextWidth(name, { size }) + 1))),
  );
}

function headRow({ columns, teacher }: MarksTablePlan): TableCell[] {
  return [
    sideTableHeading("Marks"),
    ...(teacher === null ? [] : [sideTableLabel(TEACHER_LABEL, "left")]),
    ...columns.map((column) => sideTableLabel(column.label, markAlignment(column))),
  ];
}

function groupRows({ title, rows }: CardMarks["groups"][number], index: number, plan: MarksTablePlan): Row[] {
  const first: Line = index === 0 ? "row" : "group";
  const subjects = rows.map((row, position) =>
    subjectRow(row, position === 0 && title === null ? first : "row", plan),
  );
  return title === null ? subjects : [titleRow(title, first, plan), ...subjects];
}

function titleRow(title: string, above: Line, { widths }: MarksTablePlan): Row {
  const text = { text: title, font: SERIF, italics: true, fontSize: GROUP_TITLE, color: MUTED };
  return { above, height: GROUP_TITLE * SERIF_LINE, cells: spread([{ cell: text, columns: widths.length }]) };
}

function subjectRow({ subject, teacher, cells }: CardRow, above: Line, plan: MarksTablePlan): Row {
  const { size, columns, subject: width } = plan;
  const inColumn = plan.teacher !== null;
  const name = subjectName({ subject, teacher: inColumn ? null : teacher }, { width, size, bold: false });
  const given = layOutText(teacher ?? "", plan.teacher ?? width, { size }, { color: MUTED });
  const lines = inColumn ? given.lines : 1;
  return {
    above,
    height: Math.max(name.height, lines * size * SANS_LINE),
    cells: [
      name.cell,
      ...(inColumn ? [given.content] : []),
      ...columns.map((column, index) => cellOf(cells[index] ?? { is: "nothing" }, column, size)),
    ],
  };
}

/** The units of the average are below those of the percentages. Decimals and % sign extend beyond the edge. */
function averageRows({ average }: CardMarks, { columns, widths, size }: MarksTablePlan): Row[] {
  if (average === null) return [];
  const value = average.value ?? "";
  const before = widths.length - columns.length + columns.findIndex(({ kind }) => kind === "percent");
  const hanging = measureTextWidth(value.replace(/^\d+/, ""), { size: AVERAGE, bold: true });
  const label = { text: average.label, font: SERIF, bold: true, fontSize: AVERAGE, color: INK };
  const figure: ContentText = {
    text: value,
    bold: true,
    fontSize: AVERAGE,
    alignment: "right",
    noWrap: true,
    margin: [-FIGURE_ROOM, 0, -hanging, 0],
  };
  const cells = spread([
    { cell: label, columns: before },
    { cell: figure, columns: 1 },
    { cell: { text: "", fontSize: SIZE.label }, columns: widths.length - before - 1 },
  ]);
  return [{ cells, height: Math.max(AVERAGE, size) * SANS_LINE, above: "head" }];
}

type Spread = { cell: ContentText; columns: number };

/** Builds cells that span several columns, each followed by the empty cells that pdfmake requires. */
function spread(cells: readonly Spread[]): TableCell[] {
  return cells.flatMap(({ cell, columns }) => [
    { ...cell, colSpan: columns },
    ...Array.from({ length: Math.max(0, columns - 1) }, () => ({ text: "", fontSize: SIZE.label })),
  ]) as TableCell[];
}

type MarkCell = Extract<CardCell, { is: "mark" }>;

/** A column with what its cells have in common, which aligns units whatever is before or after them. */
export type MarkColumn = CardColumn & { width: number; digits: number };

const DASH = "–";
/** A space as wide as a digit. */
const FIGURE_SPACE = "\u2007";
/** The width of the number 100. */
const FIGURE_WIDTH = 22;
const GRADE_WIDTH = 28;

function markColumns({ columns, groups }: CardMarks, size: number): MarkColumn[] {
  const rows = groups.flatMap((group) => group.rows);
  return columns.map((column, index) => {
    const cells = rows.flatMap(({ cells: all }) => all[index] ?? []);
    const marks = cells.filter((cell) => cell.is === "mark");
    const digits = Math.max(
      0,
      ...marks.flatMap(({ mark, outOf }) => [digitsOf(mark), digitsOf(outOf ?? "")]),
    );
    const common = { ...column, digits };
    const label = measureTextWidth(column.label, { size: SIZE.label });
    const least = { mark: 0, percent: FIGURE_WIDTH, grade: GRADE_WIDTH, figure: FIGURE_WIDTH, rating: 0 }[
      column.kind
    ];
    const width = Math.max(least, label, ...cells.map((cell) => cellWidth(cell, common, size)));
    return { ...common, width: Math.ceil(width) };
  });
}

type Common = Pick<MarkColumn, "digits" | "kind">;

export function markAlignment({ kind }: Pick<MarkColumn, "kind">): "left" | "right" | "center" {
  if (kind === "percent" || kind === "figure") return "right";
  return kind === "mark" ? "left" : "center";
}

/** Builds a subject's cell: a mark, a figure, a letter or a word, or a dash if nothing was entered. */
function cellOf(cell: CardCell, column: MarkColumn, size: number): ContentText {
  const alignment = markAlignment(column);
  const style = { fontSize: size, alignment, noWrap: true };
  if (cell.is === "mark") return { ...style, preserveLeadingSpaces: true, text: markRuns(cell, column) };
  if (cell.is === "word") return { ...style, text: cell.text, italics: true, color: MUTED };
  if (cell.is === "none")
    return { ...style, text: dashIn(column), preserveLeadingSpaces: true, color: MUTED };
  if (cell.is === "nothing") return { text: "", fontSize: size };
  if (column.kind === "figure") return { ...style, text: cell.text, color: MUTED };
  return { ...style, text: cell.text, bold: column.kind !== "rating" };
}

/** Returns a dash that is aligned with the units of marks. */
function dashIn({ kind, digits }: Common): string {
  return kind === "mark" ? FIGURE_SPACE.repeat(Math.max(0, digits - 1)) + DASH : DASH;
}

function markRuns({ mark, outOf }: MarkCell, column: Common): ContentText[] {
  const runs: ContentText[] = [{ text: padMark(mark, column), preserveLeadingSpaces: true }];
  if (outOf !== null) runs.push({ text: ` / ${outOf}`, fontSize: SIZE.label, color: MUTED });
  return runs;
}

/** Pads a mark so that its units are aligned with the units of other marks. */
export function padMark(mark: string, { digits }: Common): string {
  return FIGURE_SPACE.repeat(Math.max(0, digits - digitsOf(mark))) + mark;
}

function cellWidth(cell: CardCell, column: Common, size: number): number {
  if (cell.is === "word") return measureTextWidth(cell.text, { size, italics: true });
  if (cell.is === "text") return measureTextWidth(cell.text, { size, bold: true });
  if (cell.is !== "mark") return 0;
  const of = cell.outOf === null ? 0 : measureTextWidth(` / ${cell.outOf}`, { size: SIZE.label });
  return measureTextWidth(padMark(cell.mark, column), { size }) + of;
}

function digitsOf(figure: string): number {
  return figure.split(".")[0]?.length ?? 0;
}

type Name = { cell: ContentText | ContentStack; height: number };
type Style = { width: number; size: number; bold: boolean };

const BETWEEN = "\u00a0\u00a0";

/** Lays out a subject and, in small type, its teacher; on a second line if the name would otherwise be broken. */
export function subjectName(
  { subject, teacher }: { subject: string; teacher: string | null },
  { width, size, bold }: Style,
): Name {
  const look = { fontSize: size };
  const lines = breakIntoLines(subject, width, { size, bold });
  const titles = lines.map((text): ContentText["text"] => [{ text, bold }]);
  const height = lines.length * size * SANS_LINE;
  if (teacher === null) return { cell: layOutLines(titles, look), height };
  const last = lines.at(-1) ?? "";
  const small = { fontSize: SIZE.label, color: MUTED };
  const room = width - measureTextWidth(last, { size, bold });
  if (measureTextWidth(BETWEEN + teacher, { size: SIZE.label }) <= room) {
    const whole = [
      { text: last, bold },
      { text: BETWEEN + teacher, ...small },
    ];
    return { cell: layOutLines([...titles.slice(0, -1), whole], look), height };
  }
  const below = breakIntoLines(teacher, width, { size: SIZE.label });
  const names = below.map((text): ContentText["text"] => [{ text, ...small }]);
  return {
    cell: layOutLines([...titles, ...names], look),
    height: height + below.length * SIZE.label * SANS_LINE,
  };
}
