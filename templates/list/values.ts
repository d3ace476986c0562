import { formatDate } from "#domain/dates.ts";
import { countTextLines } from "../parts/fonts.ts";
import type {
  ListColumn,
  ListRow,
  StyledValue,
  CellValue,
  ListDocument,
  ListHeading,
  ListTable,
} from "./data.ts";

export type FormattedValue = {
  text: string;
  strong: boolean;
  italics: boolean;
  quiet: boolean;
  underlined: boolean;
  oneLine: boolean;
  under: string;
  outOf: number | null;
  /** True if the value's units are aligned with the units of other rows. */
  isFigure: boolean;
};

/** The size of the text below a value, relative to the size of the value. */
export const SECOND_LINE_SCALE = 0.87;

const NOT_KNOWN = "–";
/** Zero is printed as a dot, so that other numbers and patterns stand out. */
const ZERO = "·";
const FIGURE = /^(?:-?\d+(?:\.\d+)?|[–·])$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Formats the values of a column in a row, one for each line. Columns for writing by hand have no values. */
export function formatColumnValues(column: ListColumn, row: ListRow): FormattedValue[] {
  if (column.kind === "bar") return [];
  return listCellValues(column, row).map((marked) => formatted(column, marked));
}

export function listCellValues(column: ListColumn, row: ListRow): StyledValue[] {
  if (column.kind === "box") return [];
  const cell = row[column.key] ?? (column.key in row ? null : "");
  const values = Array.isArray(cell) ? cell : [cell];
  return values.map((value: CellValue | StyledValue) =>
    typeof value === "object" && value !== null ? value : { value },
  );
}

function formatted(column: ListColumn, { value, under = "", outOf, ...look }: StyledValue): FormattedValue {
  const isUnknown = value === null;
  const text = isUnknown ? unknownOf(column) : textOf(column, value);
  const italics = look.italics ?? (isUnknown && text !== NOT_KNOWN);
  return {
    text,
    under,
    outOf: outOf ?? null,
    italics,
    // No font is both bold and italic, so italic text is never bold.
    strong: !italics && (look.strong ?? column.strong ?? false),
    quiet: look.quiet ?? (text === ZERO || text === NOT_KNOWN),
    underlined: look.underlined ?? false,
    oneLine: look.oneLine ?? hasFigures(column),
    isFigure: hasFigures(column) && FIGURE.test(text),
  };
}

function unknownOf(column: ListColumn): string {
  return (column.kind === "box" ? undefined : column.unknown) ?? NOT_KNOWN;
}

function textOf({ kind }: ListColumn, value: Exclude<CellValue, null>): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (kind === "count" && value === 0) return ZERO;
  if (kind === "date" && isIsoDate(value)) return formatDate(value);
  return String(value);
}

export function isIsoDate(value: CellValue): value is string {
  return typeof value === "string" && ISO_DATE.test(value);
}

/** Tells whether a column contains numbers, which are never broken across lines. */
function hasFigures({ kind }: ListColumn): boolean {
  return kind === "number" || kind === "count";
}

export function columnAlignment({ kind, align }: ListColumn): "left" | "center" | "right" {
  if (align !== undefined) return align;
  if (kind === "box") return "center";
  return kind === "number" || kind === "count" || kind === "date" || kind === "phone" ? "right" : "left";
}

/** Counts the lines of a value at this text size, including the text below the value. */
export function countValueLines(
  { text, strong, italics, under, oneLine }: FormattedValue,
  { width, size }: { width: number; size: number },
): number {
  const below =
    under === ""
      ? 0
      : countTextLines(under, width, { size: size * SECOND_LINE_SCALE, italics }) * SECOND_LINE_SCALE;
  return (oneLine ? 1 : countTextLines(text, width, { size, bold: strong, italics })) + below;
}

/** Splits a row into several rows, each with one value in each column. */
export function splitRowByLines(columns: readonly ListColumn[], row: ListRow): ListRow[] {
  const filled = columns.flatMap((column) => (column.kind === "box" ? [] : [{ key: column.key, column }]));
  const lines = Math.max(1, ...filled.map(({ column }) => listCellValues(column, row).length));
  return Array.from({ length: lines }, (_each, line) =>
    Object.fromEntries(filled.map(({ key, column }) => [key, listCellValues(column, row)[line] ?? ""])),
  );
}

export function formatListTitle({ title, referenceDate }: ListHeading): string {
  return referenceDate === null ? title : `${title}, on ${formatDate(referenceDate)}`;
}

export function formatListSubject({ about, aside }: ListHeading): string {
  return aside === "" ? about : `${about}, ${aside}`;
}

/** Returns the text for the foot of each page, which identifies a sheet of paper that was separated from the others. */
export function formatListFoot(list: ListHeading): string[] {
  return [formatListTitle(list), formatListSubject(list), list.period, `printed ${list.printed.on}`];
}

export function isEmptyList({ tables }: ListDocument): boolean {
  return tables.every(({ groups }) => groups.every(({ rows }) => rows.length === 0));
}

/** Returns a table for Word and worksheets: blocks are one below the other, and bars are left out. */
export function withoutDrawings(table: ListTable): ListTable {
  const columns = table.columns.filter(({ kind }) => kind !== "bar");
  return { ...table, columns, ...(table.arrangement === "blocks" && { arrangement: "bands" }) };
}
