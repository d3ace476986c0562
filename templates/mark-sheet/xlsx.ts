import { ATTENDANCE_WORDS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { RATINGS } from "#domain/grades.ts";
import { NO_DATA } from "../parts/heading.ts";
import { emptyCell, numberCell, textCell } from "../parts/sheet/cells.ts";
import { sheetCountsLine, type MarkSheet, type MarkSummary, type MarkSheetStudent } from "./data.ts";
import type { Cell, CellObject } from "write-excel-file/node";
import {
  type Worksheet,
  HEAD_CELL_STYLE,
  MUTED_CELL,
  ROW_RULE_CELL_STYLE,
  worksheetTop,
} from "../parts/sheet/print-sheet.ts";

type SheetColumn = {
  label: string;
  width: number;
  align: "left" | "center" | "right";
  cell: (student: MarkSheetStudent, index: number) => CellObject;
  totals?: readonly (number | string)[] | undefined;
};

const MOST_PORTRAIT_COLUMNS = 8;
const TOTAL_LABELS = ["Class mean", "Highest", "Lowest"];

/** Builds the sheet as a worksheet for calculations: marks are numbers, and words stand for missing marks. */
export function markSheetWorksheet(sheet: MarkSheet): Worksheet {
  const columns = [...nameColumns(), ...enteredColumns(sheet), ...(sheet.workRatings ? ratingColumns() : [])];
  return {
    name: "Mark sheet",
    head: [
      ...topRows(sheet),
      columns.map(({ label, align }) => textCell(label, { ...HEAD_CELL_STYLE, align })),
    ],
    rows: [...studentRows(sheet, columns), ...totalRows(sheet, columns), ...noteRows(sheet)],
    widths: columns.map(({ width }) => width),
    frozenColumns: 2,
    orientation: columns.length > MOST_PORTRAIT_COLUMNS ? "landscape" : "portrait",
    foot: `${sheet.subject}, ${sheet.classLabel}, ${sheet.testTitle}, ${sheet.term}, ${sheet.year}`,
  };
}

function topRows(sheet: MarkSheet): Cell[][] {
  const { school, title, term, year, subject, classLabel, teacher, testTitle, testDate, scheme } = sheet;
  const maximum = scheme.by === "mark" ? [`marks out of ${scheme.maxMark}`] : [];
  const dated = testDate === null ? [] : [testDate];
  return worksheetTop(school, {
    title: `${title}, ${term}, ${year}`,
    about: [subject, classLabel, teacher].join(", "),
    details: [testTitle, ...dated, ...maximum, `printed ${sheet.printed.on}`].join(", "),
  });
}

function studentRows({ students, blank }: MarkSheet, columns: readonly SheetColumn[]): Cell[][] {
  if (students.length === 0) return [[textCell(NO_DATA, MUTED_CELL)]];
  return students.map((student, index) =>
    columns.map(({ cell }, column) => {
      const isBox = blank && column >= FIRST_ENTERED;
      return { ...(isBox ? emptyCell() : cell(student, index + 1)), ...ROW_RULE_CELL_STYLE };
    }),
  );
}

const FIRST_ENTERED = 2;

function totalRows(sheet: MarkSheet, columns: readonly SheetColumn[]): Cell[][] {
  if (sheet.blank || columns.every(({ totals }) => totals === undefined)) return [];
  return TOTAL_LABELS.map((label, index) =>
    columns.map(({ totals }, column) => {
      if (column === 1) return textCell(label, { fontWeight: "bold" });
      const figure = totals?.[index];
      return figure === undefined ? null : numberCell(figure, { fontWeight: "bold" });
    }),
  );
}

function noteRows(sheet: MarkSheet): Cell[][] {
  const counts = sheet.students.length === 0 ? [] : [sheetCountsLine(sheet.totals, sheet.blank).plain];
  const keys = sheet.keys.map(({ letter, meaning }) => `${letter} ${meaning}`).join("   ");
  const notes = [...counts, ...(keys === "" ? [] : [keys]), ...sheet.notes];
  return [[null], ...notes.map((note) => [textCell(note, MUTED_CELL)])];
}

function nameColumns(): SheetColumn[] {
  return [
    { label: "#", width: 5, align: "right", cell: (_student, index) => numberCell(index, MUTED_CELL) },
    { label: "Name", width: 38, align: "left", cell: ({ name }) => textCell(name, { wrap: true }) },
  ];
}

function enteredColumns(sheet: MarkSheet): SheetColumn[] {
  const { scheme } = sheet;
  if (scheme.by === "mark") return markColumns(sheet, scheme);
  if (scheme.by === "grade") return [gradeColumn(true)];
  return scheme.criteria.map(({ detail }, index) => ({
    label: detail,
    width: 14,
    align: "center",
    cell: (student) => attendanceWord(student) ?? numberOrEmpty(student.criteria[index] ?? null),
  }));
}

function markColumns(
  { totals }: MarkSheet,
  { maxMark, grades }: { maxMark: number; grades: boolean },
): SheetColumn[] {
  const mark: SheetColumn = {
    label: "Mark",
    width: 10,
    align: "right",
    cell: (student) => attendanceWord(student) ?? numberOrEmpty(student.mark),
    totals: totals.marks === null ? undefined : figuresOf(totals.marks),
  };
  const percent: SheetColumn = {
    label: "%",
    width: 8,
    align: "right",
    cell: ({ percent: value }) => numberOrEmpty(value),
    totals: totals.percents === null ? undefined : figuresOf(totals.percents),
  };
  const out: SheetColumn = {
    label: "Max Mark",
    width: 11,
    align: "right",
    cell: (student) => numberOrEmpty(student.maxMark ?? maxMark),
  };
  return [out, mark, percent, ...(grades ? [gradeColumn(false)] : [])];
}

function gradeColumn(sayAttendance: boolean): SheetColumn {
  return {
    label: "Grade",
    width: 9,
    align: "center",
    cell: (student) => {
      if (sayAttendance && student.attendance !== PRESENT_AT_TEST)
        return textCell(ATTENDANCE_WORDS[student.attendance]);
      return student.grade === null ? emptyCell() : textCell(student.grade, { align: "center" });
    },
  };
}

function ratingColumns(): SheetColumn[] {
  return [
    {
      label: "Application",
      width: 14,
      align: "left",
      cell: ({ application: a }) => textCell(a === null ? "" : RATINGS[a]),
    },
    {
      label: "Preparedness",
      width: 14,
      align: "left",
      cell: ({ preparedness: p }) => textCell(p === null ? "" : RATINGS[p]),
    },
  ];
}

function attendanceWord({ attendance }: MarkSheetStudent): CellObject | null {
  return attendance === PRESENT_AT_TEST
    ? null
    : textCell(ATTENDANCE_WORDS[attendance], { fontStyle: "italic", align: "right" });
}

function numberOrEmpty(figure: number | null): CellObject {
  return figure === null ? emptyCell() : numberCell(figure);
}

function figuresOf({ mean, highest, lowest }: MarkSummary): (number | string)[] {
  return [mean, highest, lowest];
}
