import { normaliseForPrint } from "../text.ts";
import type { CellObject } from "write-excel-file/node";

export type CellStyle = Omit<CellObject, "value" | "type" | "format">;

/** Excel rejects a file that has a longer text in one cell. */
const LONGEST = 32_767;

/**
 * Builds a cell for text that people typed. If the text begins with `=`, `+`, `-` or `@`, Excel would read it as a
 * formula. Two settings prevent this, even when somebody edits the cell: the type string and the format Text.
 */
export function textCell(text: string, style: CellStyle = {}): CellObject {
  return { ...style, value: normaliseForPrint(text).slice(0, LONGEST), type: String, format: "@" };
}

/** Builds a cell for a number. The number keeps its decimals: `71.0` stays `71.0`. */
export function numberCell(figure: number | string, style: CellStyle = {}): CellObject {
  const decimals = String(figure).split(".")[1]?.length ?? 0;
  const format = decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`;
  return { ...style, value: Number(figure), type: Number, format, align: style.align ?? "right" };
}

/** Builds a date cell from a text such as `2026-11-20`. Excel can calculate with such a cell. */
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

/** A formula with its result. Phones and previews do not calculate and show the stored result. */
export type FormulaCell = CellObject & { result: number | string };

/**
 * Builds a formula cell.
 * @param formula the formula without its equals sign
 * @param shown the cell with the result, which also provides the style
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
