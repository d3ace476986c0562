import { NO_DATA } from "../parts/heading.ts";
import { emptyCell, numberCell, textCell, type CellStyle } from "../parts/sheet/cells.ts";
import { attendanceRegisterColumns, type RegisterColumn } from "./columns.ts";
import {
  closedDayNotes,
  REGISTER_FOOT_ROWS,
  footRowFigures,
  REGISTER_LETTERS,
  type RegisterFootRow,
} from "./words.ts";
import type { Cell, CellObject } from "write-excel-file/node";
import {
  type Worksheet,
  HEAD_CELL_STYLE,
  MUTED_CELL,
  ROW_RULE_CELL_STYLE,
  worksheetTop,
} from "../parts/sheet/print-sheet.ts";
import type { AttendanceRegister, RegisterStudent } from "./data.ts";

const WIDTH = { number: 5, name: 34, sex: 5, gap: 2, day: 5, figure: 10 };
const BOLD = { fontWeight: "bold" } as const;

/** Builds the register as a worksheet for calculations: days are numbers, and half a day is 0.5. */
export function attendanceRegisterWorksheet(register: AttendanceRegister): Worksheet {
  const { school, about, month, printed } = register;
  const columns = attendanceRegisterColumns(register).filter(({ kind }) => kind !== "gap");
  const top = worksheetTop(school, {
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

function headCell(column: RegisterColumn): CellObject {
  if (column.kind === "day")
    return textCell(`${column.day.weekday} ${column.day.day}`, centred(HEAD_CELL_STYLE));
  if (column.kind === "figure")
    return textCell(column.head.join(" ").trim(), { ...HEAD_CELL_STYLE, align: "right" });
  const title = { number: "#", name: "Name", sex: "Sex", gap: "" }[column.kind];
  return textCell(title, { ...HEAD_CELL_STYLE, align: column.kind === "number" ? "right" : "left" });
}

function studentRows({ students }: AttendanceRegister, columns: readonly RegisterColumn[]): Cell[][] {
  if (students.length === 0) return [[textCell(NO_DATA, MUTED_CELL)]];
  return students.map((student, index) =>
    columns.map((column) => ({ ...studentCell(column, student, index), ...ROW_RULE_CELL_STYLE })),
  );
}

function studentCell(column: RegisterColumn, student: RegisterStudent, index: number): CellObject {
  if (column.kind === "number") return numberCell(index + 1, MUTED_CELL);
  if (column.kind === "name") return textCell(student.name, { wrap: true });
  if (column.kind === "sex") return textCell(student.gender ?? "");
  if (column.kind === "figure") return figureCell(column.key, student[column.key]);
  const mark = column.kind === "day" ? (student.marks[column.index] ?? null) : null;
  return mark === null
    ? emptyCell()
    : textCell(REGISTER_LETTERS[mark], centred(mark === "absent" ? BOLD : {}));
}

function footRows(register: AttendanceRegister, columns: readonly RegisterColumn[]): Cell[][] {
  if (register.students.length === 0) return [];
  return REGISTER_FOOT_ROWS.map((row) => columns.map((column) => footCell(register, row, column)));
}

function footCell(
  register: AttendanceRegister,
  row: RegisterFootRow,
  column: RegisterColumn,
): CellObject | null {
  const style = "strong" in row ? BOLD : {};
  if (column.kind === "name") return textCell(row.title, style);
  if (column.kind === "figure")
    return figureCell(column.key, footRowFigures(register, row)[column.key], style);
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
  return [
    [null],
    ...[letters, ...closedDayNotes(days), ...notes].map((note) => [textCell(note, MUTED_CELL)]),
  ];
}

function centred(style: CellStyle): CellStyle {
  return { ...style, align: "center" };
}
