import { countTextLines, measureTextWidth } from "../parts/fonts.ts";
import { chooseRowDimensions, type RowDimensions } from "../parts/fit.ts";
import { HEAD_PADDING, listRuleWeights, ruledTableLayout } from "../parts/rules.ts";
import { alignFigure, countMaxDecimals, alignFigureWithMaximum } from "../parts/figures.ts";
import { MUTED_COLOUR, RULE_WEIGHTS, SANS_LINE_HEIGHT, FONT_SIZES, type Align } from "../parts/type.ts";
import { fitColumnWidths, type ColumnWidth } from "../parts/widths.ts";
import type { Content, ContentText, TableCell } from "pdfmake/interfaces.js";
import { ATTENDANCE_WORDS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { RATINGS, type Rating } from "#domain/grades.ts";
import { pageFrame, type Orientation } from "../parts/page.ts";
import type { MarkSheet, MarkSheetStudent, MarkSummary } from "./data.ts";

/** The orientation of a printed sheet, and the headings of its columns for criteria. */
export type SheetPlan = {
  orientation: Orientation;
  criterionWidth: number;
  criterionLabels: string[];
  /** The criteria that are too long for a column heading. The heading has a number, which a key below explains. */
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
 * Chooses portrait if the columns fit, otherwise landscape. If the headings do not fit in landscape either, they become
 * numbers.
 */
export function planSheet(sheet: MarkSheet): SheetPlan {
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
  const room = pageFrame(orientation).textWidth - NUMBER_WIDTH - GAP - NAME_WIDTH - ratings;
  return count === 0 ? CRITERION_WIDTH.most : Math.floor(room / count) - GAP;
}

function isHead(detail: string, width: number): boolean {
  const words = detail.split(/\s+/);
  if (words.some((word) => measureTextWidth(word, { size: FONT_SIZES.label }) > width)) return false;
  return countTextLines(detail, width, { size: FONT_SIZES.label }) <= MOST_HEAD_LINES;
}

/** The index of the first column of entries, after the number and the name. */
const FIRST_ENTERED = 2;
const MARGIN = 10;
/** The minimum number of rows on the last page, in addition to the totals. */
const FEWEST_ROWS = 3;
/** The margins of a label over a box. They centre the label although the column's gap is only at the left. */
const BOX_HEAD: [number, number, number, number] = [3 - GAP, 0, 3, 0];
const TOTAL_LABELS = ["Class mean", "Highest", "Lowest"];
const SIZES = { marked: [9.5, 9, 8.6], blank: [9.5] };
/** Boxes for writing by hand are higher than printed rows. */
const PADDING = {
  marked: { tight: 0.3, roomy: 1.9, comfortable: 1.5 },
  blank: { tight: 1, roomy: 3.4, comfortable: 2.4 },
};

/** The space for the table: its width, its height on the first and on later pages, and the height of what follows. */
export type SheetTableSpace = { width: number; first: number; next: number; tail: number };

/** Lays out one row for each student. The rows are as high as the page allows, and every page repeats the head. */
export function sheetTable(sheet: MarkSheet, plan: SheetPlan, space: SheetTableSpace): Content {
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
    layout: ruledTableLayout({
      lines: listRuleWeights(rows.length, totals.length),
      padding,
      gap: GAP,
      verticalRules: sheet.blank
        ? Array.from({ length: columns.length - 1 }, (_each, index) => index + FIRST_ENTERED)
        : [],
    }),
  };
}

/** Returns the height of the head row, which the other rows cannot use. */
function headHeight(sheet: MarkSheet, plan: SheetPlan): number {
  const columns = columnsOf(sheet, plan, FONT_SIZES.table);
  const lines = Math.max(...columns.map(headLines));
  return lines * FONT_SIZES.label * SANS_LINE_HEIGHT + HEAD_PADDING + RULE_WEIGHTS.frame;
}

function fit(sheet: MarkSheet, plan: SheetPlan, space: SheetTableSpace, nameWidth: number): RowDimensions {
  const kind = sheet.blank ? "blank" : "marked";
  const totals = sheet.blank || sheet.totals.marks === null ? [] : TOTAL_LABELS.map(() => 1);
  const head = headHeight(sheet, plan);
  return chooseRowDimensions({
    room: { first: space.first - MARGIN - head, next: space.next - head, tail: space.tail },
    lines: (size) => [
      ...sheet.students.map(({ name }) => countTextLines(name, nameWidth, { size })),
      ...totals,
    ],
    sizes: SIZES[kind],
    padding: PADDING[kind],
    keep: FEWEST_ROWS + totals.length,
  });
}

function widthsOf(sheet: MarkSheet, plan: SheetPlan, total: number): number[] {
  const columns = columnsOf(sheet, plan, FONT_SIZES.table).map((item) => item.width);
  const lines = sheet.blank ? RULE_WEIGHTS.row * (columns.length - FIRST_ENTERED + 1) : 0;
  return fitColumnWidths({ total, columns, gap: GAP, lines });
}

function headRow(columns: readonly SheetColumn[], isBlank: boolean): ContentText[] {
  return columns.map(({ label, align }, index) => ({
    text: label,
    alignment: isBlank && index >= FIRST_ENTERED ? "center" : align,
    ...(isBlank && index >= FIRST_ENTERED && { margin: BOX_HEAD }),
    fontSize: FONT_SIZES.label,
    color: MUTED_COLOUR,
    verticalAlignment: "bottom",
  }));
}

function headLines({ label, width }: SheetColumn): number {
  return width === "*" ? 1 : countTextLines(label, width, { size: FONT_SIZES.label });
}

function rowOf(
  sheet: MarkSheet,
  columns: readonly SheetColumn[],
  student: MarkSheetStudent,
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
      return text === undefined
        ? { text: "", fontSize: size }
        : alignFigure(text, decimals, { size, bold: true });
    }),
  );
}

type SheetColumn = {
  label: string;
  width: ColumnWidth;
  align: Align;
  cell: (student: MarkSheetStudent, index: number) => ContentText;
  /** The class's mean, highest and lowest result, if the column has them. */
  totals: [string, string, string] | null;
  /** The highest number of decimals in the column. Every row reserves space for them. */
  decimals: number;
};

/** The text if nothing was entered. */
const NONE = "–";
/** Marks are wide if there are few columns and narrow beside work ratings, so that they stay close to the names. */
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
      color: MUTED_COLOUR,
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
  const decimals = countMaxDecimals(students.map(({ mark }) => textOf(mark)));
  return {
    ...column("Mark", width, "right"),
    decimals,
    cell: ({ attendance, mark, maxMark: own }) => {
      if (attendance !== PRESENT_AT_TEST) return word(ATTENDANCE_WORDS[attendance], "right", size);
      if (mark === null) return alignFigure(NONE, decimals, { size, color: MUTED_COLOUR });
      if (own === null || own === maxMark) return alignFigure(String(mark), decimals, { size });
      return alignFigureWithMaximum(String(mark), String(own), decimals, { size });
    },
    totals: totals.marks && totalsOf(totals.marks),
  };
}

/** In the last column, every row reserves space for the mean's decimals, because they cannot cross the page's edge. */
function percentColumn({ scheme, workRatings, totals }: MarkSheet, width: number, size: number): SheetColumn {
  const isLast = scheme.by === "mark" && !scheme.grades && !workRatings;
  const decimals = isLast ? countMaxDecimals([totals.percents?.mean ?? null]) : 0;
  return {
    ...column("%", width, "right"),
    decimals,
    cell: ({ percent }) => {
      if (percent === null) return alignFigure(NONE, decimals, { size, color: MUTED_COLOUR });
      return alignFigure(String(percent), decimals, { size, bold: true });
    },
    totals: totals.percents && totalsOf(totals.percents),
  };
}

function gradeColumn(width: number, size: number, sayAttendance: boolean): SheetColumn {
  return {
    ...column("Grade", width, "center"),
    cell: ({ attendance, grade }) => {
      if (sayAttendance && attendance !== PRESENT_AT_TEST)
        return word(ATTENDANCE_WORDS[attendance], "center", size);
      return grade === null ? dash("center", size) : letter(grade, size, true);
    },
  };
}

function criterionColumns({ criterionLabels, criterionWidth }: SheetPlan, size: number): SheetColumn[] {
  return criterionLabels.map((label, index) => ({
    ...column(label, criterionWidth, "center"),
    cell: ({ attendance, criteria: grades }) => {
      if (attendance !== PRESENT_AT_TEST) return absence(attendance, index, criterionLabels.length, size);
      const grade = grades[index] ?? null;
      return grade === null ? dash("center", size) : letter(String(grade), size, false);
    },
  }));
}

/** Prints one word across all criteria for a student who was absent. */
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

function column(label: string, width: ColumnWidth, align: Align): Omit<SheetColumn, "cell"> {
  return { label, width, align, totals: null, decimals: 0 };
}

function totalsOf({ mean, highest, lowest }: MarkSummary): [string, string, string] {
  return [mean, String(highest), String(lowest)];
}

function word(text: string, alignment: Align, size: number): ContentText {
  return { text, alignment, italics: true, fontSize: size, noWrap: true };
}

function letter(text: string, size: number, bold: boolean): ContentText {
  return { text, alignment: "center", bold, fontSize: size };
}

function dash(alignment: Align, size: number): ContentText {
  return { text: NONE, alignment, color: MUTED_COLOUR, fontSize: size };
}

function textOf(mark: number | null): string | null {
  return mark === null ? null : String(mark);
}
