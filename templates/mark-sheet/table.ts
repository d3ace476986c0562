import { linesOf, widthOf } from "../parts/fonts.ts";
import { fitRows, type Step } from "../parts/fit.ts";
import { HEAD_PADDING, listLines, ruled } from "../parts/rules.ts";
import { figure, decimalsOf, figureOutOf } from "../parts/figures.ts";
import { MUTED, RULE, SANS_LINE, SIZE, type Align } from "../parts/type.ts";
import { fitted, type Width } from "../parts/widths.ts";
import type { Content, ContentText, TableCell } from "pdfmake/interfaces.js";
import { ATTENDANCE_WORDS, PRESENT } from "#domain/attendance.ts";
import { RATINGS, type Rating } from "#domain/grades.ts";
import { frameOf, type Orientation } from "../parts/page.ts";
import type { MarkSheet, SheetStudent, MarkSpread } from "./data.ts";

/** The orientation of a sheet on paper, and the headings of its criteria columns. */
export type SheetPlan = {
  orientation: Orientation;
  criterionWidth: number;
  criterionLabels: string[];
  /** Criteria too long for a column's head, which are explained by number under the table. */
  criterionKey: string[];
};

/** The space to the left of every column except the first. */
const GAP = 8;
const NUMBER_WIDTH = 16;
const RATING_WIDTH = 62;
const NAME_WIDTH = 150;
const CRITERION_WIDTH = { least: 44, most: 84 };
const MOST_HEAD_LINES = 5;

/**
 * Chooses portrait when the columns fit, or else landscape, and numbers instead of headings when even that is too
 * narrow.
 */
export function planOf(sheet: MarkSheet): SheetPlan {
  const criteria = sheet.scheme.by === "criteria" ? sheet.scheme.criteria.map(({ detail }) => detail) : [];
  for (const orientation of ["portrait", "landscape"] as const) {
    const criterionWidth = Math.min(CRITERION_WIDTH.most, shareOf(sheet, orientation, criteria.length));
    const fits =
      criterionWidth >= CRITERION_WIDTH.least && criteria.every((detail) => isHead(detail, criterionWidth));
    if (fits) return { orientation, criterionWidth, criterionLabels: criteria, criterionKey: [] };
  }
  const numbers = criteria.map((_detail, index) => String(index + 1));
  const criterionWidth = Math.min(CRITERION_WIDTH.least, shareOf(sheet, "landscape", criteria.length));
  return { orientation: "landscape", criterionWidth, criterionLabels: numbers, criterionKey: criteria };
}

function shareOf(sheet: MarkSheet, orientation: Orientation, count: number): number {
  const ratings = sheet.workRatings ? 2 * (RATING_WIDTH + GAP) : 0;
  const room = frameOf(orientation).textWidth - NUMBER_WIDTH - GAP - NAME_WIDTH - ratings;
  return count === 0 ? CRITERION_WIDTH.most : Math.floor(room / count) - GAP;
}

function isHead(detail: string, width: number): boolean {
  const words = detail.split(/\s+/);
  if (words.some((word) => widthOf(word, { size: SIZE.label }) > width)) return false;
  return linesOf(detail, width, { size: SIZE.label }) <= MOST_HEAD_LINES;
}

/** The number and the name come before the entries. */
const FIRST_ENTERED = 2;
const MARGIN = 10;
/** The last page has at least this many rows besides the totals. */
const FEWEST_ROWS = 3;
/** The gap is to the left of a column only; over a box the label is centred on the box. */
const BOX_HEAD: [number, number, number, number] = [3 - GAP, 0, 3, 0];
const TOTAL_LABELS = ["Class mean", "Highest", "Lowest"];
const SIZES = { marked: [9.5, 9, 8.6], blank: [9.5] };
/** Boxes for a pen are higher than printed rows. */
const PADDING = {
  marked: { tight: 0.3, roomy: 1.9, comfortable: 1.5 },
  blank: { tight: 1, roomy: 3.4, comfortable: 2.4 },
};

/**
 * The space for the table: its width, and the height on the first page, on later pages, and of the content that
 * follows.
 */
export type Space = { width: number; first: number; next: number; tail: number };

/**
 * Lays out the students, one per row, with row heights that fill the rest of the page, and the head repeated on every
 * page.
 */
export function sheetTable(sheet: MarkSheet, plan: SheetPlan, space: Space): Content {
  const widths = widthsOf(sheet, plan, space.width);
  const { size, padding } = fit(sheet, plan, space, widths[1] ?? 0);
  const columns = columnsOf(sheet, plan, size);
  const totals = sheet.blank ? [] : totalRows(columns, size);
  const rows = sheet.students.map((student, index) => rowOf(sheet, columns, student, index + 1));
  return {
    margin: [0, MARGIN, 0, 0],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 3,
      dontBreakRows: true,
      widths,
      body: [headRow(columns, sheet.blank), ...rows, ...totals] as TableCell[][],
    },
    layout: ruled({
      lines: listLines(rows.length, totals.length),
      padding,
      gap: GAP,
      verticalRules: sheet.blank
        ? Array.from({ length: columns.length - 1 }, (_each, index) => index + FIRST_ENTERED)
        : [],
    }),
  };
}

/** The height of the head row, which the rows cannot use. */
function headHeight(sheet: MarkSheet, plan: SheetPlan): number {
  const columns = columnsOf(sheet, plan, SIZE.table);
  const lines = Math.max(...columns.map(headLines));
  return lines * SIZE.label * SANS_LINE + HEAD_PADDING + RULE.frame;
}

function fit(sheet: MarkSheet, plan: SheetPlan, space: Space, nameWidth: number): Step {
  const kind = sheet.blank ? "blank" : "marked";
  const totals = sheet.blank || sheet.totals.marks === null ? [] : TOTAL_LABELS.map(() => 1);
  const head = headHeight(sheet, plan);
  return fitRows({
    room: { first: space.first - MARGIN - head, next: space.next - head, tail: space.tail },
    lines: (size) => [...sheet.students.map(({ name }) => linesOf(name, nameWidth, { size })), ...totals],
    sizes: SIZES[kind],
    padding: PADDING[kind],
    keep: FEWEST_ROWS + totals.length,
  });
}

function widthsOf(sheet: MarkSheet, plan: SheetPlan, total: number): number[] {
  const columns = columnsOf(sheet, plan, SIZE.table).map((item) => item.width);
  const lines = sheet.blank ? RULE.row * (columns.length - FIRST_ENTERED + 1) : 0;
  return fitted({ total, columns, gap: GAP, lines });
}

function headRow(columns: readonly SheetColumn[], isBlank: boolean): ContentText[] {
  return columns.map(({ label, align }, index) => ({
    text: label,
    alignment: isBlank && index >= FIRST_ENTERED ? "center" : align,
    ...(isBlank && index >= FIRST_ENTERED && { margin: BOX_HEAD }),
    fontSize: SIZE.label,
    color: MUTED,
    verticalAlignment: "bottom",
  }));
}

function headLines({ label, width }: SheetColumn): number {
  return width === "*" ? 1 : linesOf(label, width, { size: SIZE.label });
}

function rowOf(
  sheet: MarkSheet,
  columns: readonly SheetColumn[],
  student: SheetStudent,
  position: number,
): ContentText[] {
  return columns.map(({ cell }, index) => {
    const isBox = sheet.blank && index >= FIRST_ENTERED;
    return isBox ? { text: "" } : cell(student, position);
  });
}

function totalRows(columns: readonly SheetColumn[], size: number): ContentText[][] {
  if (columns.every(({ totals }) => totals === null)) return [];
  return TOTAL_LABELS.map((label, index) =>
    columns.map(({ totals, width, decimals }) => {
      if (width === "*") return { text: label, bold: true, fontSize: size };
      const text = totals?.[index];
      return text === undefined ? { text: "", fontSize: size } : figure(text, decimals, { size, bold: true });
    }),
  );
}

type SheetColumn = {
  label: string;
  width: Width;
  align: Align;
  cell: (student: SheetStudent, index: number) => ContentText;
  /** Class mean, highest and lowest, if the column has them. */
  totals: [string, string, string] | null;
  /** The most decimals of its figures: every row keeps room for them. */
  decimals: number;
};

/** Nothing has been entered. */
const NONE = "–";
/** Marks are wide when there are few columns, so that a mark is close to its name, and narrow beside the work ratings. */
const WIDTH = {
  few: { mark: 120, percent: 100, grade: 200 },
  graded: { mark: 84, percent: 72, grade: 84 },
  rated: { mark: 52, percent: 36, grade: 40 },
};

/** Lists the columns of a sheet in print order: number and name, the entries, the work ratings. */
function columnsOf(sheet: MarkSheet, plan: SheetPlan, size: number): SheetColumn[] {
  return [
    numberColumn(size),
    nameColumn(size),
    ...enteredColumns(sheet, plan, size),
    ...(sheet.workRatings ? ratingColumns(size) : []),
  ];
}

function numberColumn(size: number): SheetColumn {
  return {
    ...column("", NUMBER_WIDTH, "right"),
    cell: (_student, index) => ({
      text: String(index),
      alignment: "right",
      color: MUTED,
      fontSize: size,
      noWrap: true,
    }),
  };
}

function nameColumn(size: number): SheetColumn {
  return { ...column("Name", "*", "left"), cell: ({ name }) => ({ text: name, fontSize: size }) };
}

function enteredColumns(sheet: MarkSheet, plan: SheetPlan, size: number): SheetColumn[] {
  const { scheme, workRatings } = sheet;
  if (scheme.by === "grade") return [gradeColumn((workRatings ? WIDTH.graded : WIDTH.few).grade, size, true)];
  if (scheme.by === "criteria") return criterionColumns(plan, size);
  const widths = workRatings ? WIDTH.rated : scheme.grades ? WIDTH.graded : WIDTH.few;
  const grade = scheme.grades ? [gradeColumn(widths.grade, size, false)] : [];
  return [
    markColumn(sheet, scheme.maxMark, widths.mark, size),
    percentColumn(sheet, widths.percent, size),
    ...grade,
  ];
}

function markColumn(
  { students, totals }: MarkSheet,
  maxMark: number,
  width: number,
  size: number,
): SheetColumn {
  const decimals = decimalsOf(students.map(({ mark }) => textOf(mark)));
  return {
    ...column("Mark", width, "right"),
    decimals,
    cell: ({ attendance, mark, maxMark: own }) => {
      if (attendance !== PRESENT) return word(ATTENDANCE_WORDS[attendance], "right", size);
      if (mark === null) return figure(NONE, decimals, { size, color: MUTED });
      if (own === null || own === maxMark) return figure(String(mark), decimals, { size });
      return figureOutOf(String(mark), String(own), decimals, { size });
    },
    totals: totals.marks && totalsOf(totals.marks),
  };
}

/** Nothing may hang over the edge of the page: in the last column, every row keeps room for the mean's decimals. */
function percentColumn({ scheme, workRatings, totals }: MarkSheet, width: number, size: number): SheetColumn {
  const isLast = scheme.by === "mark" && !scheme.grades && !workRatings;
  const decimals = isLast ? decimalsOf([totals.percents?.mean ?? null]) : 0;
  return {
    ...column("%", width, "right"),
    decimals,
    cell: ({ percent }) => {
      if (percent === null) return figure(NONE, decimals, { size, color: MUTED });
      return figure(String(percent), decimals, { size, bold: true });
    },
    totals: totals.percents && totalsOf(totals.percents),
  };
}

function gradeColumn(width: number, size: number, sayAttendance: boolean): SheetColumn {
  return {
    ...column("Grade", width, "center"),
    cell: ({ attendance, grade }) => {
      if (sayAttendance && attendance !== PRESENT) return word(ATTENDANCE_WORDS[attendance], "center", size);
      return grade === null ? dash("center", size) : letter(grade, size, true);
    },
  };
}

function criterionColumns({ criterionLabels, criterionWidth }: SheetPlan, size: number): SheetColumn[] {
  return criterionLabels.map((label, index) => ({
    ...column(label, criterionWidth, "center"),
    cell: ({ attendance, criteria: grades }) => {
      if (attendance !== PRESENT) return absence(attendance, index, criterionLabels.length, size);
      const grade = grades[index] ?? null;
      return grade === null ? dash("center", size) : letter(String(grade), size, false);
    },
  }));
}

/** Prints one word over all the criteria of a student who was absent. */
function absence(
  attendance: 2 | 3,
  index: number,
  count: number,
  size: number,
): ContentText & { colSpan?: number } {
  if (index > 0) return { text: "" };
  return { ...word(ATTENDANCE_WORDS[attendance], "center", size), colSpan: count };
}

function ratingColumns(size: number): SheetColumn[] {
  const rating = (given: Rating | null): ContentText =>
    given === null ? dash("left", size) : { text: RATINGS[given], fontSize: size, noWrap: true };
  return [
    { ...column("Application", RATING_WIDTH, "left"), cell: ({ application }) => rating(application) },
    { ...column("Preparedness", RATING_WIDTH, "left"), cell: ({ preparedness }) => rating(preparedness) },
  ];
}

function column(label: string, width: Width, align: Align): Omit<SheetColumn, "cell"> {
  return { label, width, align, totals: null, decimals: 0 };
}

function totalsOf({ mean, highest, lowest }: MarkSpread): [string, string, string] {
  return [mean, String(highest), String(lowest)];
}

function word(text: string, alignment: Align, size: number): ContentText {
  return { text, alignment, italics: true, fontSize: size, noWrap: true };
}

function letter(text: string, size: number, bold: boolean): ContentText {
  return { text, alignment: "center", bold, fontSize: size };
}

function dash(alignment: Align, size: number): ContentText {
  return { text: NONE, alignment, color: MUTED, fontSize: size };
}

function textOf(mark: number | null): string | null {
  return mark === null ? null : String(mark);
}
