import { ATTENDANCE_WORDS, PRESENT } from "#domain/attendance.ts";
import { RATINGS, type Rating } from "#domain/grades.ts";
import { decimalsOf, figure, figureOutOf } from "../parts/figures.ts";
import { MUTED, type Align } from "../parts/type.ts";
import type { ContentText } from "pdfmake/interfaces.js";
import type { Width } from "../parts/widths.ts";
import type { MarkSheet, MarkSpread, SheetStudent } from "./data.ts";
import { NUMBER_WIDTH, RATING_WIDTH, type SheetPlan } from "./plan.ts";

export type SheetColumn = {
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
export function columnsOf(sheet: MarkSheet, plan: SheetPlan, size: number): SheetColumn[] {
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
