import { normaliseForPrint } from "../text.ts";
import type { CellObject } from "write-excel-file/node";

export type CellStyle = Omit<CellObject, "value" | "type" | "format">;

/** Excel rejects a file with a longer text in one cell. */
const LONGEST = 32_767;

/**
 * Builds a cell for text that people typed. Two settings keep Excel from reading it as a formula when it begins with
 * `=`, `+`, `-` or `@`, even when somebody edits the cell: its type is string, and it has the format Text.
 */
export function textCell(text: string, style: CellStyle = {}): CellObject {
  return { ...style, value: normaliseForPrint(text).slice(0, LONGEST), type: String, format: "@" };
}

/** Builds a cell for a number and keeps the decimals with which it is written: `71.0` stays `71.0`. */
export function numberCell(figure: number | string, style: CellStyle = {}): CellObject {
  const decimals = String(figure).split(".")[1]?.length ?? 0;
  const format = decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`;
  return { ...style, value: Number(figure), type: Number, format, align: style.align ?? "right" };
}

/** Builds a date cell, with which Excel can calculate, from a text such as `2026-11-20`. */
export function dateCell(isoDate: string, style: CellStyle = {}): CellObject {
  return { ...style, value: new Date(`${isoDate}T00:00:00Z`), type: Date, format: "d mmm yyyy" };
}

export function emptyCell(style: CellStyle = {}): CellObject {
  return { ...style };
}

/** Builds a cell for a number with a given number format, such as `0.0%`. */
export function figureCell(figure: number, format: string, style: CellStyle = {}): CellObject {
  return { ...style, value: figure, type: Number, format, align: style.align ?? "right" };
}

/** A formula with its result, because phones and previews show the stored result and do not calculate. */
export type FormulaCell = CellObject & { result: number | string };

/**
 * Builds a formula cell.
 * @param formula without the equals sign
 * @param shown the cell with the result, whose style is used
 */
export function formulaCell(formula: string, shown: CellObject): FormulaCell {
  const { value } = shown;
  return {
    ...shown,
    value: formula,
    type: "Formula",
    result: typeof value === "string" ? value : Number(value),
  };
}
