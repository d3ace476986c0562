import { measureTextWidth } from "../../parts/fonts.ts";
import { layOutText } from "../../parts/text.ts";
import {
  MUTED_COLOUR,
  SANS_LINE_HEIGHT,
  SERIF_FONT,
  SERIF_LINE_HEIGHT,
  FONT_SIZES,
} from "../../parts/type.ts";
import { unspacedTable, type UnspacedTable } from "../density.ts";
import { sideTableLabel, HEAD_HEIGHT, sideTableHeading } from "../side-tables.ts";
import {
  averageRows,
  AVERAGE_SIZE,
  spanColumns,
  yearRows,
  type CardMarkColumn,
  type MarksTableLine,
  type MarksTablePlan,
  type MarksTableRow,
} from "./average-rows.ts";
import { subjectNameCell } from "./subject-name.ts";
import type { ContentText, TableCell } from "pdfmake/interfaces.js";
import type { CardMarks, CardRow, CardCell, CardColumn } from "../data.ts";

/** The text on the card of a student without any subjects. */
export const NO_MARKS_TEXT = "No marks were given this term.";

const LEAST_GAP = { beside: 7, below: 7.5 };
/** The maximum width for subjects. The rest goes between the columns, so that marks stay close to their subjects. */
const MOST_SUBJECT = 165;
const MOST_WIDER = 30;
const TEACHER_LABEL = "Teacher";
/**
 * If less width is left for subjects, teachers follow their subjects and have no column of their own. If it is still
 * less, the column headings are broken into two lines.
 */
const LEAST_SUBJECT = 104;
const MOST_TEACHER = 104;
const GROUP_TITLE = 11.5;
/** The minimum width for a column of remarks. With less width, each remark is on a line below its subject. */
const LEAST_REMARK = 124;
const SUBJECT_BESIDE_REMARK = { least: 84, most: 132 };
const SANS_ASCENT = 1.024;
const LABEL_LINE = FONT_SIZES.label * SANS_LINE_HEIGHT;

export function marksTable(
  marks: CardMarks,
  width: number,
  size: number,
  layout: "beside" | "below",
): UnspacedTable {
  const plan = planMarksTable(marks, width, size, layout);
  const rows = [
    ...marks.groups.flatMap((group, index) => groupRows(group, index, plan)),
    ...averageRows(marks, plan),
    ...yearRows(marks, plan),
  ];
  const lines: MarksTableLine[] = [null, "head", ...rows.slice(1).map(({ above }) => above), "head"];
  return unspacedTable({
    widths: plan.widths,
    body: [headRow(plan), ...rows.map(({ cells }) => cells)],
    heights: rows.map(({ height }) => height),
    head: HEAD_HEIGHT + (countHeadLines(plan) - 1) * LABEL_LINE,
    lines,
    gap: plan.gap,
  });
}

export function planMarksTable(
  marks: CardMarks,
  width: number,
  size: number,
  layout: keyof typeof LEAST_GAP,
): MarksTablePlan {
  const least = LEAST_GAP[layout];
  if (marks.columns.some(isRemark)) return planWithRemarks(marks, width, size, least);
  const isRoomy = roomFor(width, widthsOf(markColumns(marks, size)), least) >= LEAST_SUBJECT;
  const columns = markColumns(marks, size, !isRoomy);
  const own = widthsOf(columns);
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
    remark: null,
  };
}

function widthsOf(columns: readonly CardMarkColumn[]): number[] {
  return columns.map((column) => column.width);
}

function isRemark({ kind }: CardColumn): boolean {
  return kind === "remark";
}

/** Gives remarks the width that is left beside subjects and narrow columns. Teachers are then below their subjects. */
function planWithRemarks(marks: CardMarks, width: number, size: number, gap: number): MarksTablePlan {
  const columns = markColumns(
    { ...marks, columns: marks.columns.filter((column) => !isRemark(column)) },
    size,
    true,
  );
  const own = widthsOf(columns);
  const room = roomFor(width, own, gap);
  const names = marks.groups.flatMap(({ rows }) =>
    rows.map(({ subject }) => measureTextWidth(subject, { size })),
  );
  const { least, most } = SUBJECT_BESIDE_REMARK;
  const named = Math.min(most, Math.max(least, ...names));
  const subject = Math.ceil(Math.max(named, averageWidth(marks, columns, gap)));
  const remark = room - subject - gap;
  const plan = { size, columns, gap, teacher: null };
  return remark >= LEAST_REMARK
    ? { ...plan, subject, remark, widths: [subject, ...own, remark] }
    : { ...plan, subject: room, remark: "below", widths: [room, ...own] };
}

/** Returns the width that the longest label of an average needs beside the columns before the percentages. */
function averageWidth(
  { averages, compared }: CardMarks,
  columns: readonly CardMarkColumn[],
  gap: number,
): number {
  if (compared !== null) return 0;
  const style = { family: SERIF_FONT, size: AVERAGE_SIZE, bold: true };
  const label = Math.max(0, ...averages.map(({ label: text }) => measureTextWidth(text, style)));
  const before = columns.slice(
    0,
    columns.findIndex(({ kind }) => kind === "percent"),
  );
  return before.reduce((left, { width }) => left - width - gap, label + 1);
}

/** Returns the number of lines in the head row. */
export function countHeadLines({ columns }: MarksTablePlan): number {
  return Math.max(1, ...columns.map(({ label }) => label.split("\n").length));
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

function headRow(plan: MarksTablePlan): TableCell[] {
  const { columns, teacher, remark } = plan;
  const lines = countHeadLines(plan);
  const heading = sideTableHeading("Marks");
  return [
    lines === 1 ? heading : { ...heading, margin: [0, (lines - 1) * LABEL_LINE, 0, 0] },
    ...(teacher === null ? [] : [sideTableLabel(TEACHER_LABEL, "left", lines)]),
    ...columns.map((column) => sideTableLabel(column.label, markAlignment(column), lines)),
    ...(typeof remark === "number" ? [sideTableLabel(REMARK_LABEL, "left", lines)] : []),
  ];
}

export const REMARK_LABEL = "Remark of the subject’s teacher";

function groupRows(
  { title, rows }: CardMarks["groups"][number],
  index: number,
  plan: MarksTablePlan,
): MarksTableRow[] {
  const first: MarksTableLine = index === 0 ? "row" : "group";
  const subjects = rows.flatMap((row, position) => [
    subjectRow(row, position === 0 && title === null ? first : "row", plan),
    ...remarkRows(row, plan),
  ]);
  return title === null ? subjects : [titleRow(title, first, plan), ...subjects];
}

/** Lays out a remark on lines of its own, without a rule above it. */
function remarkRows(row: CardRow, { remark, widths, subject, gap }: MarksTablePlan): MarksTableRow[] {
  const text = remark === "below" ? getRemarkText(row) : "";
  if (text === "") return [];
  const width = widths.reduce((sum, own) => sum + own + gap, -gap);
  const { lines, content } = layOutText(
    text,
    Math.max(subject, width),
    { size: FONT_SIZES.label },
    { color: MUTED_COLOUR },
  );
  return [
    {
      above: null,
      height: lines * LABEL_LINE,
      cells: spanColumns([{ cell: content as ContentText, columns: widths.length }]),
    },
  ];
}

/** Returns the text of the last cell; empty when the subject has no remark. */
export function getRemarkText({ cells }: CardRow): string {
  const last = cells.at(-1);
  return last?.is === "text" ? last.text : "";
}

function titleRow(title: string, above: MarksTableLine, { widths }: MarksTablePlan): MarksTableRow {
  const text = { text: title, font: SERIF_FONT, italics: true, fontSize: GROUP_TITLE, color: MUTED_COLOUR };
  return {
    above,
    height: GROUP_TITLE * SERIF_LINE_HEIGHT,
    cells: spanColumns([{ cell: text, columns: widths.length }]),
  };
}

function subjectRow(row: CardRow, above: MarksTableLine, plan: MarksTablePlan): MarksTableRow {
  const { subject, teacher, cells } = row;
  const { size, columns, subject: width } = plan;
  const inColumn = plan.teacher !== null;
  const name = subjectNameCell({ subject, teacher: inColumn ? null : teacher }, { width, size, bold: false });
  const given = layOutText(teacher ?? "", plan.teacher ?? width, { size }, { color: MUTED_COLOUR });
  const lines = inColumn ? given.lines : 1;
  const remark = typeof plan.remark === "number" ? getRemarkText(row) : null;
  // The first line of a remark is on the line of its subject.
  const remarkDrop = SANS_ASCENT * (size - FONT_SIZES.label);
  const said = layOutText(remark ?? "", typeof plan.remark === "number" ? plan.remark : width, {
    size: FONT_SIZES.label,
  });
  return {
    above,
    height: Math.max(name.height, lines * size * SANS_LINE_HEIGHT, remarkDrop + said.lines * LABEL_LINE),
    cells: [
      name.cell,
      ...(inColumn ? [given.content] : []),
      ...columns.map((column, index) => cellOf(cells[index] ?? { is: "nothing" }, column, size)),
      ...(remark === null ? [] : [{ ...said.content, margin: [0, remarkDrop, 0, 0] } as TableCell]),
    ],
  };
}

type MarkCell = Extract<CardCell, { is: "mark" }>;

const DASH = "–";
/** A space as wide as a digit. */
const FIGURE_SPACE = "\u2007";
/** The width of the number 100. */
const FIGURE_WIDTH = 22;
const GRADE_WIDTH = 28;

/**
 * Builds the columns of marks.
 * @param isClose true to break all labels that are wider than their columns into two lines, not only those of the class
 */
function markColumns({ columns, groups }: CardMarks, size: number, isClose = false): CardMarkColumn[] {
  const rows = groups.flatMap((group) => group.rows);
  return columns.map((column, index) => {
    const cells = rows.flatMap(({ cells: all }) => all[index] ?? []);
    const marks = cells.filter((cell) => cell.is === "mark");
    const digits = Math.max(
      0,
      ...marks.flatMap(({ mark, outOf }) => [digitsOf(mark), digitsOf(outOf ?? "")]),
    );
    const common = { ...column, digits };
    const content = Math.max(LEAST_WIDTH[column.kind], ...cells.map((cell) => cellWidth(cell, common, size)));
    const isBroken = (isClose || column.kind === "figure") && labelWidth(column.label) > content;
    const label = isBroken ? column.label.replace(/ (?=[^ ]*$)/, "\n") : column.label;
    const width = Math.max(content, ...label.split("\n").map(labelWidth));
    return { ...common, label, width: Math.ceil(width) };
  });
}

const LEAST_WIDTH: Record<CardColumn["kind"], number> = {
  mark: 0,
  percent: FIGURE_WIDTH,
  grade: GRADE_WIDTH,
  year: FIGURE_WIDTH,
  figure: FIGURE_WIDTH,
  rating: 0,
  remark: 0,
};

function labelWidth(label: string): number {
  return measureTextWidth(label, { size: FONT_SIZES.label });
}

type Common = Pick<CardMarkColumn, "digits" | "kind">;

export function markAlignment({ kind }: Pick<CardMarkColumn, "kind">): "left" | "right" | "center" {
  if (kind === "percent" || kind === "figure" || kind === "year") return "right";
  return kind === "mark" ? "left" : "center";
}

/** Builds a subject's cell: a mark, a figure, a letter or a word, or a dash if nothing was entered. */
function cellOf(cell: CardCell, column: CardMarkColumn, size: number): ContentText {
  const alignment = markAlignment(column);
  const style = { fontSize: size, alignment, noWrap: true };
  if (cell.is === "mark") return { ...style, preserveLeadingSpaces: true, text: markRuns(cell, column) };
  if (cell.is === "word") return { ...style, text: cell.text, italics: true, color: MUTED_COLOUR };
  if (cell.is === "none")
    return { ...style, text: dashIn(column), preserveLeadingSpaces: true, color: MUTED_COLOUR };
  if (cell.is === "nothing") return { text: "", fontSize: size };
  if (column.kind === "figure") return { ...style, text: cell.text, color: MUTED_COLOUR };
  return { ...style, text: cell.text, bold: column.kind !== "rating" && column.kind !== "year" };
}

/** Returns a dash that is aligned with the units of marks. */
function dashIn({ kind, digits }: Common): string {
  return kind === "mark" ? FIGURE_SPACE.repeat(Math.max(0, digits - 1)) + DASH : DASH;
}

function markRuns({ mark, outOf }: MarkCell, column: Common): ContentText[] {
  const runs: ContentText[] = [{ text: alignMark(mark, column), preserveLeadingSpaces: true }];
  if (outOf !== null) runs.push({ text: ` / ${outOf}`, fontSize: FONT_SIZES.label, color: MUTED_COLOUR });
  return runs;
}

/** Pads a mark so that its units are aligned with the units of other marks. */
export function alignMark(mark: string, { digits }: Common): string {
  return FIGURE_SPACE.repeat(Math.max(0, digits - digitsOf(mark))) + mark;
}

function cellWidth(cell: CardCell, column: Common, size: number): number {
  if (cell.is === "word") return measureTextWidth(cell.text, { size, italics: true });
  if (cell.is === "text") return measureTextWidth(cell.text, { size, bold: true });
  if (cell.is !== "mark") return 0;
  const of = cell.outOf === null ? 0 : measureTextWidth(` / ${cell.outOf}`, { size: FONT_SIZES.label });
  return measureTextWidth(alignMark(cell.mark, column), { size }) + of;
}

function digitsOf(figure: string): number {
  return figure.split(".")[0]?.length ?? 0;
}
