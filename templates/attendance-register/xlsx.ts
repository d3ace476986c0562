import { NO_DATA } from "../parts/heading.ts";
import { emptyCell, numberCell, textCell, type CellStyle } from "../parts/sheet/cells.ts";
import { HEAD, QUIET, RULE, sheetTop } from "../parts/sheet/sheet-top.ts";
import { columnsOf, type Column } from "./columns.ts";
import { closedNotes, FOOT_ROWS, footFigures, LETTERS, type FootRow } from "./words.ts";
import type { Cell, CellObject } from "write-excel-file/node";
import type { Sheet } from "../parts/sheet/print-sheet.ts";
import type { AttendanceRegister, RegisterStudent } from "./data.ts";

const WIDTH = { number: 5, name: 34, sex: 5, gap: 2, day: 5, figure: 10 };
const BOLD = { fontWeight: "bold" } as const;

/** Builds the same register for calculating: days as numbers, a half day as 0.5. */
export function attendanceRegisterSheet(register: AttendanceRegister): Sheet {
  const { school, about, month, printed } = register;
  const columns = columnsOf(register).filter(({ kind }) => kind !== "gap");
  const top = sheetTop(school, {
    title: `Attendance register, ${month}`,
    about,
    details: `printed ${printed.on}`,
  });
  return {
    name: "Attendance register",
    head: [...top, columns.map(headCell)],
    rows: [...studentRows(register, columns), ...footRows(register, columns), ...noteRows(register)],
    widths: columns.map(({ kind }) => WIDTH[kind]),
    frozenColumns: 3,
    orientation: "landscape",
    foot: `Attendance register, ${about}, ${month}`,
  };
}

function headCell(column: Column): CellObject {
  if (column.kind === "day") return textCell(`${column.day.weekday} ${column.day.day}`, centred(HEAD));
  if (column.kind === "figure") return textCell(column.head.join(" ").trim(), { ...HEAD, align: "right" });
  const title = { number: "#", name: "Name", sex: "Sex", gap: "" }[column.kind];
  return textCell(title, { ...HEAD, align: column.kind === "number" ? "right" : "left" });
}

function studentRows({ students }: AttendanceRegister, columns: readonly Column[]): Cell[][] {
  if (students.length === 0) return [[textCell(NO_DATA, QUIET)]];
  return students.map((student, index) =>
    columns.map((column) => ({ ...studentCell(column, student, index), ...RULE })),
  );
}

function studentCell(column: Column, student: RegisterStudent, index: number): CellObject {
  if (column.kind === "number") return numberCell(index + 1, QUIET);
  if (column.kind === "name") return textCell(student.name, { wrap: true });
  if (column.kind === "sex") return textCell(student.gender ?? "");
  if (column.kind === "figure") return figureCell(column.key, student[column.key]);
  const mark = column.kind === "day" ? (student.marks[column.index] ?? null) : null;
  return mark === null ? emptyCell() : textCell(LETTERS[mark], centred(mark === "absent" ? BOLD : {}));
}

function footRows(register: AttendanceRegister, columns: readonly Column[]): Cell[][] {
  if (register.students.length === 0) return [];
  return FOOT_ROWS.map((row) => columns.map((column) => footCell(register, row, column)));
}

function footCell(register: AttendanceRegister, row: FootRow, column: Column): CellObject | null {
  const style = "strong" in row ? BOLD : {};
  if (column.kind === "name") return textCell(row.title, style);
  if (column.kind === "figure") return figureCell(column.key, footFigures(register, row)[column.key], style);
  if (column.kind !== "day") return null;
  const { counted } = column.day;
  return typeof counted === "string" ? null : numberCell(counted[row.of], centred(style));
}

function figureCell(key: string, value: number | null, style: CellStyle = {}): CellObject {
  if (value === null) return emptyCell();
  return key === "percent" ? { ...numberCell(value / 100, style), format: "0%" } : numberCell(value, style);
}

function noteRows({ days, keys, notes }: AttendanceRegister): Cell[][] {
  const letters = keys.map(({ letter, meaning }) => `${letter} ${meaning}`).join("   ");
  return [[null], ...[letters, ...closedNotes(days), ...notes].map((note) => [textCell(note, QUIET)])];
}

function centred(style: CellStyle): CellStyle {
  return { ...style, align: "center" };
}
