import {
  ABSENT_FROM_TEST,
  ATTENDANCE_WORDS,
  NO_WORK_HANDED_IN,
  PRESENT_AT_TEST,
  listAllowedAttendances,
  type TestAttendance,
} from "#domain/attendance.ts";
import type { FieldKind } from "#fields/kind.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import { REMARK, listResultFields, type MarkRules } from "#fields/mark.ts";
import { findMarkRefusal } from "../../save/marks.rules.ts";

export type PasteValueColumn = {
  field: string;
  kind: FieldKind | undefined;
  maxMark: number;
  rules: MarkRules;
};

/** The value of a spreadsheet cell. Nothing is rounded, truncated or guessed: an unclear value is refused. */
export type PastedCellReading =
  { kind: "blank" } | { kind: "value"; values: FieldValues } | { kind: "refused"; reason: string };

const AWAY: Readonly<Record<string, TestAttendance>> = {
  a: ABSENT_FROM_TEST,
  ab: ABSENT_FROM_TEST,
  abs: ABSENT_FROM_TEST,
  absent: ABSENT_FROM_TEST,
  nw: NO_WORK_HANDED_IN,
  "no work": NO_WORK_HANDED_IN,
};

const FIGURE = String.raw`(\d{1,6}(?:[.,]\d*)?|[.,]\d+)`;
const MARK = new RegExp(`^${FIGURE}$`);
const OUT_OF = new RegExp(`^${FIGURE} ?(?:/|out of|of) ?${FIGURE}$`, "i");
const PER_CENT = new RegExp(`^${FIGURE} ?%$`);
const NEGATIVE = /^[-–−] ?[\d.,]+$/;
const PER_CENT_OF = 100;
export const NOT_A_MARK_REASON = "not a mark";

export function readCellValue(text: string, column: PasteValueColumn): PastedCellReading {
  const cell = text.replace(/\s+/g, " ").trim();
  if (isBlankCell(cell)) return { kind: "blank" };
  const earned = readEarned(cell, column);
  return earned.kind === "refused" ? (readAway(cell, column) ?? earned) : earned;
}

/** Returns whether a cell is blank. A dash counts as blank: people write it where there is no mark. */
export function isBlankCell(text: string): boolean {
  return /^[-–—−\s]*$/.test(text);
}

/** Reads an absence. This is tried last, because in a column of grades an A is a grade. */
function readAway(cell: string, { field, rules }: PasteValueColumn): PastedCellReading | null {
  const attendance = AWAY[cell.toLowerCase()];
  if (attendance === undefined || !isResult(field, rules)) return null;
  if (listAllowedAttendances(rules.testId).includes(attendance))
    return { kind: "value", values: { attendance } };
  return refused(`${ATTENDANCE_WORDS[attendance].toLowerCase()} cannot be entered on this sheet`);
}

function readEarned(cell: string, column: PasteValueColumn): PastedCellReading {
  const { field, kind, maxMark, rules } = column;
  const value =
    field === REMARK ? cell : kind?.control === "letter" ? choiceOf(cell, kind) : markOf(cell, maxMark);
  if (typeof value === "object" && value) return value;
  const values = isResult(field, rules)
    ? { attendance: PRESENT_AT_TEST, [field]: value }
    : { [field]: value };
  const refusal = findMarkRefusal({ changes: { [field]: value }, values, maxMark }, rules);
  return refusal ? refused(refusal.reason) : { kind: "value", values };
}

function choiceOf(cell: string, { choices, posted, fault }: FieldKind): FieldValue | PastedCellReading {
  const choice = cell.toUpperCase();
  return choices.includes(choice) ? posted(choice) : refused(fault);
}

function markOf(cell: string, maxMark: number): number | PastedCellReading {
  if (NEGATIVE.test(cell)) return refused(`the mark must be from 0 to ${maxMark}`);
  const [, plain] = MARK.exec(cell) ?? [];
  if (plain !== undefined) return figureOf(plain);
  const [, earned, most] = OUT_OF.exec(cell) ?? [];
  if (earned !== undefined && most !== undefined) return outOf(figureOf(earned), figureOf(most), maxMark);
  const [, perCent] = PER_CENT.exec(cell) ?? [];
  return perCent === undefined ? refused(NOT_A_MARK_REASON) : outOf(figureOf(perCent), PER_CENT_OF, maxMark);
}

/** Reads a mark such as '36/50'. Another maximum is refused: the teacher decides how to convert and round. */
function outOf(
  earned: number | PastedCellReading,
  most: number | PastedCellReading,
  maxMark: number,
): number | PastedCellReading {
  if (typeof earned === "object" || typeof most === "object" || most === maxMark) return earned;
  return refused(`the mark is out of ${most}, but the max mark is ${maxMark}`);
}

/** Reads '72', '72.5' or '72,5'. Three digits after a comma are refused, as the comma may separate thousands. */
function figureOf(text: string): number | PastedCellReading {
  if (/,\d{3}/.test(text)) return refused(NOT_A_MARK_REASON);
  return Number(text.replace(",", "."));
}

function isResult(field: string, rules: MarkRules): boolean {
  return listResultFields(rules).includes(field);
}

function refused(reason: string): PastedCellReading {
  return { kind: "refused", reason };
}
