import { normalised } from "../text.ts";
import type { CellObject } from "write-excel-file/node";

export type CellStyle = Omit<CellObject, "value" | "type" | "format">;

/** Excel refuses a file with a longer text in one cell. */
const LONGEST = 32_767;

/**
 * What people typed. Kept as text twice over: the file says it is a string, and the cell has the Text format, so that
 * `=`, `+`, `-` or `@` at its start makes no formula, not even when someone edits the cell (design section 7).
 */
export function textCell(text: string, style: CellStyle = {}): CellObject {
  return { ...style, value: normalised(text).slice(0, LONGEST), type: String, format: "@" };
}

/** A number as a number, with the decimals it is written with: `71.0` stays `71.0`. */
export function numberCell(figure: number | string, style: CellStyle = {}): CellObject {
  const decimals = String(figure).split(".")[1]?.length ?? 0;
  const format = decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`;
  return { ...style, value: Number(figure), type: Number, format, align: style.align ?? "right" };
}

/** A day as a day that can be counted with, from `2026-11-20`. */
export function dateCell(isoDate: string, style: CellStyle = {}): CellObject {
  return { ...style, value: new Date(`${isoDate}T00:00:00Z`), type: Date, format: "d mmm yyyy" };
}

export function emptyCell(style: CellStyle = {}): CellObject {
  return { ...style };
}

/** A number in a format of its own, such as `0.0%`. */
export function figureCell(figure: number, format: string, style: CellStyle = {}): CellObject {
  return { ...style, value: figure, type: Number, format, align: style.align ?? "right" };
}

/** A formula with what it comes to: phones and previews show the one and do not calculate the other. */
export type FormulaCell = CellObject & { result: number | string };

/** @param formula without the equals sign. @param shown the cell with its result, whose look it takes */
export function formulaCell(formula: string, shown: CellObject): FormulaCell {
  const { value } = shown;
  return {
    ...shown,
    value: formula,
    type: "Formula",
    result: typeof value === "string" ? value : Number(value),
  };
}
